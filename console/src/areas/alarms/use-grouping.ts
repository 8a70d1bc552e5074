import { useCallback, useState } from 'react'
import type { Grouping } from '../../features/alarms/alarm-groups.ts'

/**
 * How the live list is grouped. One by one becomes lines by type while a storm rages, unless the operator chose
 * otherwise since it began.
 */
export function useGrouping(raging: boolean): [Grouping, (grouping: Grouping) => void] {
  const [chosen, setChosen] = useState<{ grouping: Grouping; inStorm: boolean }>({
    grouping: 'none',
    inStorm: false,
  })
  if (!raging && chosen.inStorm) setChosen({ ...chosen, inStorm: false })
  const grouping = raging && !chosen.inStorm && chosen.grouping === 'none' ? 'type' : chosen.grouping
  const choose = useCallback((wanted: Grouping) => setChosen({ grouping: wanted, inStorm: raging }), [raging])
  return [grouping, choose]
}
