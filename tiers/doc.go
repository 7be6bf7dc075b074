// Package tiers says what a secondary tier of a key-value cache is, and makes one of any storage.
//
// A server keeps blocks of bytes in primary memory: slots of one size. What does not fit there goes to secondary tiers, a
// file system or an object store, and comes back when a request needs it. One scheduler thread asks for blocks and may not
// wait, while storage takes its time, fails and hangs. A Tier is what the scheduler talks to, a Backend what the storage
// must be able to do, and Secondary the Tier over any Backend:
//
//	a request asks for a key     lookup   hears retry, and hit or miss once a worker has looked
//	it loads what it heard hit   job      a job: it owns its slots until no copy touches them any more
//	a job ends                   job      is reported once; what was tried and failed is a miss from now on
//	a store ends                 Backend  tells its log of changes: who asks for the key hears hit
//	calls hang                   health   a bounded number is replaced; then the tier is down, until a test succeeds
//
// What has phases is generated from a specification and runs in the packages named in the middle. Secondary decides
// nothing: it keeps of each job what they do not know, and carries what one of them says to the others.
//
// # The caller's duties
//
// One goroutine owns a Tier and calls all of its methods. In each of its steps it
//
//  1. calls BeginStep with the time, so that answers, ends of jobs and changes of the storage take effect,
//  2. calls Poll and Released, and uses the slots of a job again only when one of them said so: after a result that is not
//     Held, or after its release,
//  3. calls Begin once for each new request, Lookup for its keys, and Finish when it has ended, whatever runs,
//  4. calls SubmitLoad for what a request heard hit for and SubmitStore for what is to be kept, with slots that no other job
//     has,
//  5. calls EndStep with the time, so that what was asked is sent.
//
// When it has nothing else to do it waits for Wake, and no longer than a tick, some ten milliseconds, while something is under
// way: a deadline that passes rings nothing, the next step finds it. In the end it calls Shutdown, and Poll for what is left
// to report.
//
// # What can fail
//
// Errors are OpErrors: they name the tier, the operation and the key, and wrap a sentinel for each decision that a caller can
// take. A job that is refused was never there. A block that was a hit may be gone when it is loaded: that is a failed load,
// not an error of the lookup. A storage that panics fails its call, and no more.
//
// # Several tiers
//
// Types open the storage that a configuration names. A Set holds the tiers of a scheduler and chooses by Filter which of them
// a request may use. Package tiertest tests tiers, also those of others.
package tiers
