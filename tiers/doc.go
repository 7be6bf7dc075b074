// Package tiers says what a secondary tier of a key-value cache is: what a scheduler may ask of it (Tier), what a storage
// must be able to do to become one (Backend), and the words that all of them share.
package tiers
