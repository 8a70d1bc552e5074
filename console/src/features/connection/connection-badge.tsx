import { Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { SectionBoundary } from '../../components/failure/section-boundary.tsx'
import { useText } from '../../language/language.ts'
import type { ChannelState } from '../../platform/channel.ts'
import { channel } from '../../platform/channel.ts'
import { droppedRowsTotal, useDiagnostics } from '../../platform/diagnostics.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'

const DiagnosticsDrawer = lazy(async () => ({
  default: (await import('./diagnostics-drawer.tsx')).DiagnosticsDrawer,
}))

/** State of the real-time channel by shape and colour; opens diagnostics. */
export function ConnectionBadge() {
  const t = useText('shell')
  const [state, setState] = useState<ChannelState>(channel.state)
  const [isDisturbed, setDisturbed] = useState(false)
  const [open, setOpen] = useState(false)
  const dropped = useDiagnostics((diagnostics) => droppedRowsTotal(diagnostics.droppedRows))
  useEffect(() => channel.onState(setState), [])
  useEffect(() => channel.onDisturbed(setDisturbed), [])
  const isLost = useConnectionLost() !== undefined
  const whileOpen = isLost ? 'closed' : isDisturbed ? 'disturbed' : 'open'
  const shown = state === 'open' ? whileOpen : state
  const says = t(`connection.${shown}`)
  return (
    <>
      <Tooltip title={dropped > 0 ? `${says} · ${t('connection.dropped', { count: dropped })}` : says}>
        <button
          type="button"
          className="header-button"
          aria-label={`${t('diagnostics.title')}: ${says}`}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <ConnectionMark state={shown} />
        </button>
      </Tooltip>
      {open && (
        <SectionBoundary>
          <Suspense>
            <DiagnosticsDrawer onClose={() => setOpen(false)} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  )
}

/** Full disc: open. Half a disc: messages cannot be read. Turning arc: connecting. Crossed ring: closed. */
function ConnectionMark({ state }: { state: ChannelState | 'disturbed' }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      className="connection-mark"
      data-state={state}
      aria-hidden="true"
    >
      {state === 'open' && <circle cx="8" cy="8" r="4.5" fill="currentColor" />}
      {state === 'disturbed' && (
        <g>
          <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" />
        </g>
      )}
      {state === 'connecting' && (
        <circle
          cx="8"
          cy="8"
          r="5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="20 12"
        />
      )}
      {state === 'closed' && (
        <g fill="none" stroke="currentColor" strokeWidth="1.8">
          <circle cx="8" cy="8" r="5" />
          <path d="M3 13 13 3" />
        </g>
      )}
    </svg>
  )
}
