import { getAlarm } from '@backlot/contract/alarms/calls'
import type { UserLogRow } from '@backlot/contract/logs/entities'
import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import { Link } from 'react-router-dom'
import { open } from '../../features/open.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { linkOf } from './log-links.ts'

/** The target of a change by its name; a link where the user may open it. */
export function TargetCell({ row }: { row: UserLogRow }) {
  const grant = useSession()
  const mayCall = useMayCall()
  const text = row.targetName || row.target
  const link = linkOf(row)
  if (!link) return <span title={row.target}>{text}</span>
  if ('to' in link) {
    if (!isPathPermitted(link.to.split('?')[0]!, grant)) return <span title={row.target}>{text}</span>
    return (
      <Link to={link.to} title={row.target}>
        {text}
      </Link>
    )
  }
  const isOrder = 'orderId' in link
  if (!mayCall(isOrder ? getWorkOrder : getAlarm)) return <span title={row.target}>{text}</span>
  const show = () =>
    isOrder
      ? open({ kind: 'workOrder', order: { id: link.orderId } })
      : open({ kind: 'alarm', alarm: { id: link.alarmId, sn: '', alarmSeq: '' } })
  return (
    <button
      type="button"
      className="log-target"
      // Several rows may be about one order.
      aria-label={`${text}, ${formatTime(row.time)}`}
      title={row.target}
      onClick={show}
    >
      {text}
    </button>
  )
}
