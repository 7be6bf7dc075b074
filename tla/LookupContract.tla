--------------------------- MODULE LookupContract ---------------------------
(***************************************************************************)
(* What callers may rely on, without the machine that keeps it: of each    *)
(* key the verdict, which is what a newcomer would hear, and what each of  *)
(* its holders would hear. A verdict is fresh when it is learnt, serves    *)
(* all who wait, and is forgotten with the last holder. An answer is kept  *)
(* until a told change, the failure of a load that counts, the end of its  *)
(* request, or shutdown.                                                   *)
(*                                                                         *)
(* Probes are left out: that one was forgotten and is sent again is not to *)
(* be seen here, for callers hear the same. The machine's module sees it.  *)
(***************************************************************************)
EXTENDS Sequences
CONSTANTS Key, Request
VARIABLES
  truth,    \* of a key: "hit" if the storage really holds the block, else "miss"
  news,     \* of a key: changes of the storage that are still to be told, in order
  fresh,    \* of a key: the change told last, and whatever has been true since
  verdict,  \* of a key: what a newcomer would hear; "retry" where nothing is known
  hears,    \* of a key and a request: what a holder would hear; "nothing" for all others
  loads,    \* of a key: requests with a load that counts, as its verdict has stood since it started
  said,     \* the last reply: to whom, about which key, which word
  shut      \* the service has shut down
vars == <<truth, news, fresh, verdict, hears, loads, said, shut>>

Holders(key) == {request \in Request : hears[key][request] # "nothing"}
Waiting(key) == {request \in Request : hears[key][request] = "retry"}
Tell(key, some, word) ==
  hears' = [hears EXCEPT ![key] = [r \in Request |-> IF r \in some THEN word ELSE @[r]]]
ForAll(value) == [key \in Key |-> value]
Nobody == [request \in Request |-> "nothing"]

Init ==
  /\ truth = ForAll("miss") /\ news = ForAll(<<>>) /\ fresh = ForAll({"miss"})
  /\ verdict = ForAll("retry") /\ hears = ForAll(Nobody) /\ loads = ForAll({})
  /\ said = <<>> /\ shut = FALSE

Ask(key, request) ==  \* a holder hears what it heard, a newcomer the verdict; neither need wait
  LET known == IF request \in Holders(key) THEN hears[key][request] ELSE verdict[key] IN
  /\ \E reply \in IF known = "retry" THEN {"retry", "miss"} ELSE {known} :
       said' = <<request, key, reply>> /\ Tell(key, IF shut THEN {} ELSE {request}, reply)
  /\ UNCHANGED <<truth, news, fresh, verdict, loads, shut>>
Refuse(key) ==
  /\ \E some \in SUBSET Waiting(key) : Tell(key, some, "miss")
  /\ UNCHANGED <<truth, news, fresh, verdict, loads, said, shut>>
Learn(key) ==
  /\ verdict[key] = "retry" /\ Holders(key) # {}
  /\ \E word \in fresh[key] :
       verdict' = [verdict EXCEPT ![key] = word] /\ Tell(key, Waiting(key), word)
  /\ UNCHANGED <<truth, news, fresh, loads, said, shut>>
Forget(key) ==  \* an old miss, for newcomers
  /\ ~shut /\ verdict[key] = "miss" /\ verdict' = [verdict EXCEPT ![key] = "retry"]
  /\ UNCHANGED <<truth, news, fresh, hears, loads, said, shut>>
BeTold(key) ==
  /\ news[key] # <<>> /\ news' = [news EXCEPT ![key] = Tail(@)]
  /\ LET word == Head(news[key]) IN
     /\ fresh' = [fresh EXCEPT ![key] = {word, truth[key]}] /\ Tell(key, Holders(key), word)
     /\ verdict' = [verdict EXCEPT ![key] = IF Holders(key) = {} THEN @ ELSE word]
  /\ loads' = [loads EXCEPT ![key] = {}] /\ UNCHANGED <<truth, said, shut>>
Change(key) ==
  /\ truth' = [truth EXCEPT ![key] = IF @ = "hit" THEN "miss" ELSE "hit"]
  /\ fresh' = [fresh EXCEPT ![key] = @ \cup {truth'[key]}]
  /\ news' \in {news, [news EXCEPT ![key] = Append(@, truth'[key])]}
  /\ UNCHANGED <<verdict, hears, loads, said, shut>>

StartLoad(key, request) ==
  /\ hears[key][request] = "hit" /\ request \notin loads[key]
  /\ loads' = [loads EXCEPT ![key] = @ \cup {request}]
  /\ UNCHANGED <<truth, news, fresh, verdict, hears, said, shut>>
EndLoad(key, request) ==
  /\ request \in loads[key] /\ truth[key] = "hit" /\ loads' = [loads EXCEPT ![key] = @ \ {request}]
  /\ UNCHANGED <<truth, news, fresh, verdict, hears, said, shut>>
FailLoad(key) ==
  /\ loads[key] # {} /\ loads' = [loads EXCEPT ![key] = {}]
  /\ verdict' = [verdict EXCEPT ![key] = "retry"] /\ Tell(key, Holders(key), "miss")
  /\ UNCHANGED <<truth, news, fresh, said, shut>>

Finish(request) ==
  LET left(key) == Holders(key) \subseteq {request} IN
  /\ ~shut /\ hears' = [key \in Key |-> [hears[key] EXCEPT ![request] = "nothing"]]
  /\ verdict' = [key \in Key |-> IF left(key) THEN "retry" ELSE verdict[key]]
  /\ loads' = [key \in Key |-> IF left(key) THEN {} ELSE loads[key]]
  /\ UNCHANGED <<truth, news, fresh, said, shut>>
Shutdown ==
  /\ shut' = TRUE /\ verdict' = ForAll("miss") /\ hears' = ForAll(Nobody) /\ loads' = ForAll({})
  /\ UNCHANGED <<truth, news, fresh, said>>

Next ==
  \/ \E key \in Key : Refuse(key) \/ Learn(key) \/ Forget(key) \/ BeTold(key) \/ Change(key)
  \/ \E key \in Key, request \in Request : Ask(key, request)
  \/ \E key \in Key, request \in Request : StartLoad(key, request) \/ EndLoad(key, request)
  \/ (\E key \in Key : FailLoad(key)) \/ (\E request \in Request : Finish(request)) \/ Shutdown
EveryAskIsAnswered == \A key \in Key, request \in Request :
  hears[key][request] = "retry" ~> hears[key][request] # "retry"
Spec == Init /\ [][Next]_vars /\ EveryAskIsAnswered
=============================================================================
