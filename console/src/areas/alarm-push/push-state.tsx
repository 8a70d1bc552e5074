import type { PushState } from '@backlot/contract/alarm-push/entities'
import { useText } from '../../language/language.ts'

/** State of a request, by shape as well as by colour. */
export function PushStateTag({ state }: { state: PushState }) {
  const t = useText('alarmPush')
  return (
    <span className="push-state" data-state={state}>
      {t(`stateName.${state}`)}
    </span>
  )
}
