package model

import "context"

func (s *search) judgeEndless(ctx context.Context) {}
