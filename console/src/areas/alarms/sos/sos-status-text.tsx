import { useText } from '../../../language/language.ts'
import type { SosStatus } from './sos-cases.ts'

/** State of a case as text; `live`: read out when it changes. */
export function SosStatusText({ status, live = false }: { status: SosStatus; live?: boolean }) {
  const t = useText('sos')
  const text =
    status.kind !== 'handled'
      ? t(`status.${status.kind}`)
      : status.by === ''
        ? t('handled')
        : t('handledBy', { name: status.by })
  return (
    <span className="sos-status" role={live ? 'status' : undefined} data-status={status.kind} title={text}>
      {text}
    </span>
  )
}
