package lookupspec
import ("testing";"fmt";"time";"github.com/genlock-go/genlock/spec")
func TestZ(t *testing.T){
 st:=time.Now()
 err:=spec.Validate(System)
 fmt.Println(err, time.Since(st))
 for i := range System.Cells {
   s := System
   s.Cells = append(append([]spec.Cell(nil), System.Cells[:i]...), System.Cells[i+1:]...)
   st:=time.Now()
   err:=spec.Validate(s)
   fmt.Println(i, err, time.Since(st))
 }
}
