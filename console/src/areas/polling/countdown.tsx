import { LoadingOutlined } from '@ant-design/icons'
import { useText } from '../../language/language.ts'
import type { Poll } from './use-polling.ts'

const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

/** Seconds until the next group, as a ring that empties and as a number. */
export function Countdown({ poll, seconds }: { poll: Poll; seconds: number }) {
  const t = useText('polling')
  const single = poll.count < 2
  const says = poll.changing
    ? t('bar.changing')
    : single
      ? t('bar.only')
      : poll.state === 'paused'
        ? t('bar.held')
        : t('bar.remaining', { count: poll.remaining })
  const left = single ? 1 : poll.remaining / seconds
  return (
    <span
      className="poll-countdown"
      role="timer"
      aria-label={says}
      title={says}
      data-held={poll.state === 'paused' || undefined}
    >
      {poll.changing ? (
        <LoadingOutlined />
      ) : (
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <circle cx="12" cy="12" r={RADIUS} />
          <circle
            cx="12"
            cy="12"
            r={RADIUS}
            strokeDasharray={`${ROUND * left} ${ROUND}`}
            transform="rotate(-90 12 12)"
          />
        </svg>
      )}
      <span aria-hidden>{single ? '–' : t('bar.seconds', { count: poll.remaining })}</span>
    </span>
  )
}
