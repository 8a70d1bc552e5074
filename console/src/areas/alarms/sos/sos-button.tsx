import { AlertOutlined } from '@ant-design/icons'
import { useText } from '../../../language/language.ts'
import { statusOf } from './sos-cases.ts'
import { foldSos, useSos } from './sos-store.ts'
import './sos-button.css'

/** Number of open SOS; opens and closes their card. Hidden while there are none. */
export function SosButton({ floating = false }: { floating?: boolean }) {
  const t = useText('sos')
  const { cases, viewer, folded, more } = useSos()
  const open = cases.filter((one) => statusOf(one, viewer).kind !== 'handled')
  if (cases.length === 0) return null
  const isUrgent = open.some((one) => ['ringing', 'waiting'].includes(statusOf(one, viewer).kind))
  return (
    <button
      type="button"
      className={floating ? 'sos-button sos-button-floating' : 'sos-button'}
      data-urgent={isUrgent}
      aria-expanded={!folded}
      title={t('open')}
      onClick={() => foldSos(!folded)}
    >
      <AlertOutlined />
      {t('button', { count: open.length + more })}
    </button>
  )
}
