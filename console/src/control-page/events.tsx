import { EVENT_KINDS } from '@backlot/contract/control/constants'
import type { LiveEvent } from '@backlot/contract/control/live-calls'
import { learnKinds } from '@backlot/contract/devices/known-kinds'
import { useState } from 'react'
import { Field, Tick } from './form.tsx'
import { shortTime } from './format.ts'
import { useListening } from './live.ts'
import { createLog } from './log.ts'
import { LogView } from './log-view.tsx'
import { Button, type Column } from './parts.tsx'
import { useControl } from './store.ts'
import { named, t } from './text.ts'

const log = createLog<LiveEvent>()

/** The events at the foot of the page: heard while they are open. The state is heard with them. */
export function Events() {
  const [size, setSize] = useState<'closed' | 'half' | 'whole'>(innerHeight < 700 ? 'closed' : 'half')
  const [kinds, setKinds] = useState<readonly string[]>(EVENT_KINDS)
  const [sn, setSn] = useState('')
  const isOpen = size !== 'closed'
  const choice = { events: kinds.join(','), ...(sn.trim() === '' ? {} : { sn: sn.trim() }) }
  useListening(
    { state: '1', ...(isOpen && kinds.length > 0 ? choice : {}) },
    (message) => {
      if (message.type === 'state') {
        learnKinds(message.described)
        useControl.setState({ live: { state: message, atMs: performance.now() } })
      }
      if (message.type !== 'events') return
      const seen = Object.values(message.seen).reduce((sum, one) => sum + one, 0)
      log.add(message.list, seen, message.left)
    },
    (isHeard) => useControl.setState({ isHeard }),
  )
  return (
    <section className="dock" data-size={size} aria-label={t('events.head')}>
      <div className="dock-head">
        <h2>{t('events.head')}</h2>
        {isOpen && (
          <fieldset className="kinds" aria-label={t('events.kinds')}>
            {EVENT_KINDS.map((kind) => (
              <Tick
                key={kind}
                label={t(`eventKind.${kind}`)}
                isTicked={kinds.includes(kind)}
                onChange={(isTicked) =>
                  setKinds(isTicked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
                }
              />
            ))}
          </fieldset>
        )}
        <span className="acts">
          {isOpen && (
            <Button kind="small" onPress={() => setSize(size === 'whole' ? 'half' : 'whole')}>
              {size === 'whole' ? t('events.shrink') : t('events.grow')}
            </Button>
          )}
          <Button kind="small" isExpanded={isOpen} onPress={() => setSize(isOpen ? 'closed' : 'half')}>
            {isOpen ? t('events.close') : t('events.open')}
          </Button>
        </span>
      </div>
      {isOpen && (
        <LogView
          log={log}
          label={t('events.head')}
          columns={eventColumns}
          none={t('events.none')}
          textOf={({ kind, what, sn: serial = '', detail }) =>
            `${kind} ${what} ${named(`event.${what}`)} ${serial} ${detailText(detail)}`
          }
          fileName="backlot-events"
          filters={<Field label={t('log.device')} type="search" value={sn} onChange={setSn} />}
        />
      )}
    </section>
  )
}

const eventColumns = (): Column<LiveEvent>[] => [
  [t('time'), ({ atMs }) => shortTime(atMs), 'number'],
  [t('kind'), ({ kind }) => <span className={`kind-mark ${kind}`}>{t(`eventKind.${kind}`)}</span>],
  [t('what'), ({ what }) => named(`event.${what}`)],
  [t('serial'), ({ sn }) => sn, 'code'],
  [t('events.detail'), ({ detail }) => <span title={detailText(detail)}>{detailText(detail)}</span>, 'cut'],
]

const isTime = (key: string, value: unknown): value is number =>
  key.endsWith('Ms') && typeof value === 'number' && value > 1e11

function detailText(detail: LiveEvent['detail']): string {
  // A name comes in both languages.
  const other = useControl.getState().language === 'zh' ? 'nameEn' : 'name'
  return Object.entries(detail)
    .filter(([key, value]) => value !== '' && (key !== other || !('nameEn' in detail)))
    .map(([key, value]) => {
      const word = key === 'nameEn' ? 'name' : key
      return `${word} ${isTime(key, value) ? shortTime(value) : value}`
    })
    .join(' · ')
}
