import { useText } from '../../../language/language.ts'
import type { SosStatus } from './sos-cases.ts'

/** How a case stands, in words. */
export function SosStatusText({ status }: { status: SosStatus }) {
  const t = useText('sos')
  const text =
    status.kind !== 'handled'
      ? t(`status.${status.kind}`)
      : status.by === ''
        ? t('handled')
        : t('handledBy', { name: status.by })
  return (
    <span className="sos-status" data-status={status.kind} title={text}>
      {text}
    </span>
  )
}
