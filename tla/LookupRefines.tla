--------------------------- MODULE LookupRefines ----------------------------
(***************************************************************************)
(* That the machine keeps its contract. The machine is asked, never read:  *)
(* the verdict is what it would answer a newcomer, who never comes, and    *)
(* what a holder hears is what it would answer that holder.                *)
(*                                                                         *)
(* Three things that callers know and the machine forgets are added: which *)
(* verdicts are fresh, the last reply, and that the service has shut down. *)
(***************************************************************************)
EXTENDS Lookup

CONSTANT Newcomer  \* a request like all others, and none of them

VARIABLES fresh, said, shut

history == <<fresh, said, shut>>

Word(there) == IF there THEN "hit" ELSE "miss"
Reply(key, request) == OnAsk(key, request, FALSE).reply
IsTold(key) == Len(told'[key]) < Len(told[key])
Counts(key, request) ==
  /\ Reply(key, Newcomer) = "hit"
  /\ BagIn([key |-> key, request |-> request, gen |-> entry[key].generation], loading)

\* Asks are heard; nothing else is.
Heard ==
  \/ \E request \in Request, key \in Key, down \in BOOLEAN :
       AskFor(request, key, down) /\ said' = <<request, key, OnAsk(key, request, down).reply>>
  \/ Others /\ UNCHANGED said

Start ==
  /\ Init
  /\ fresh = [key \in Key |-> {"miss"}] /\ said = <<>> /\ shut = FALSE
Step ==
  /\ Heard
  /\ fresh' = [key \in Key |->
       (IF IsTold(key) THEN {Word(Head(told[key]).there)} ELSE fresh[key]) \cup {Word(onDisk'[key])}]
  /\ shut' = (shut \/ Shutdown)
Behaviour == Start /\ [][Step]_<<vars, history>> /\ Fairness

Contract == INSTANCE LookupContract WITH
  truth   <- [key \in Key |-> Word(onDisk[key])],
  news    <- [key \in Key |-> [i \in DOMAIN told[key] |-> Word(told[key][i].there)]],
  verdict <- [key \in Key |-> Reply(key, Newcomer)],
  hears   <- [key \in Key |-> [request \in Request |->
               IF request \in entry[key].holders THEN Reply(key, request) ELSE "nothing"]],
  loads   <- [key \in Key |-> {request \in Request : Counts(key, request)}]

KeepsContract == Contract!Spec

\* A hit is learnt in a step that tells nothing. It must be possible: a machine that refuses whom it can, or takes in no
\* answer, keeps the contract too.
Learns == told' = told /\ \E key \in Key : Reply(key, Newcomer) # "hit" /\ Reply(key, Newcomer)' = "hit"
NeverLearns == [][~Learns]_<<vars, history>>
=============================================================================
