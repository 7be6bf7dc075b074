package tiers

// A bell is one channel that rings when one of several does.
type bell struct {
	rung chan struct{} // has a value when somebody rang
	over chan struct{} // closed when nobody may ring any more
}

func newBell(rung chan struct{}, first, second <-chan struct{}) *bell {
	b := &bell{rung, make(chan struct{})}
	go b.listen(first, second)
	return b
}

func (b *bell) listen(first, second <-chan struct{}) {
	for {
		select {
		case <-first:
		case <-second:
		case <-b.over:
			return
		}
		knock(b.rung)
	}
}

// silence ends listening, once.
func (b *bell) silence() {
	select {
	case <-b.over:
	default:
		close(b.over)
	}
}

// knock rings a channel with room for one value. It never blocks.
func knock(rung chan<- struct{}) {
	select {
	case rung <- struct{}{}:
	default: // rung already
	}
}
