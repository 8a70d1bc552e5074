import { Checkbox } from 'antd'
import { useState } from 'react'
import { useText } from '../../../language/language.ts'
import { useAlarmView } from '../alarm-view-store.ts'
import { isAdvancing, setAdvancing } from './auto-advance.ts'

/** Whether the next open alarm of the list opens when this one is processed; not there where there is no list. */
export function AdvanceChoice() {
  const t = useText('alarmDetail')
  const inList = useAlarmView(({ opened }) => opened !== undefined && opened.sequence.length > 1)
  const [on, setOn] = useState(isAdvancing)
  if (!inList) return null
  return (
    <Checkbox
      className="alarm-advance"
      checked={on}
      onChange={({ target }) => {
        setAdvancing(target.checked)
        setOn(target.checked)
      }}
    >
      {t('walk.advance')}
    </Checkbox>
  )
}
