// Package tiers holds the few words that all secondary tiers share. So far there is one: how a key becomes the name of a
// file or an object.
package tiers
