import { getAlarm } from '@backlot/contract/alarms/calls'
import type { MediaSituation, WorkSituation } from '@backlot/contract/situation/calls'
import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import { DefinedTerm } from '../../components/defined-term.tsx'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
import { NewestRow } from './home-parts.tsx'

const GIGABYTE = 1e9

type ListedOrder = WorkSituation['list'][number]

function alarmOf({ alarmId, sn, alarmSeq }: ListedOrder) {
  return alarmSeq === undefined
    ? undefined
    : { sn, alarmSeq, ...(alarmId === undefined ? {} : { id: alarmId }) }
}

/** Opens the order, or its alarm for who may not see orders; undefined where neither may be opened. */
function useOpenOrder(): (order: ListedOrder) => (() => void) | undefined {
  const may = useMayCall()
  return (order) => {
    if (may(getWorkOrder)) return () => open({ kind: 'workOrder', order: { id: order.id } })
    const alarm = may(getAlarm) ? alarmOf(order) : undefined
    return alarm && (() => open({ kind: 'alarm', alarm }))
  }
}

export function WorkSums({ work }: { work: WorkSituation }) {
  const t = useText('home')
  return (
    <DefinedTerm term="ordersOpen">
      <small>{t('workSays', { open: work.open, today: work.today })}</small>
    </DefinedTerm>
  )
}

/** Open orders, each leading to itself or its alarm as far as permissions allow. */
export function WorkList({ work }: { work: WorkSituation }) {
  const t = useText('home')
  const openOf = useOpenOrder()
  if (work.list.length === 0) return <p className="home-none">{t('workNone')}</p>
  return (
    <ul className="newest orders">
      {work.list.map((order) => (
        <li key={order.id}>
          <NewestRow onOpen={openOf(order)}>
            <span>{order.number}</span>
            <span className="newest-device" title={order.title}>
              {order.title}
            </span>
            <time>{formatTime(order.createTime).slice(5, 16)}</time>
          </NewestRow>
        </li>
      ))}
    </ul>
  )
}

/** Streams, recording and the disk. */
export function MediaFacts({ media }: { media: MediaSituation }) {
  const t = useText('home')
  const language = useLanguage()
  const size = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const { disk } = media
  return (
    <dl className="media-facts">
      <Fact name={t('media.channels')} value={`${media.channelsOnline} / ${media.channels}`} />
      <Fact
        name={t('media.streams')}
        value={t('media.streamsSay', { streams: media.streams, viewers: media.viewers })}
      />
      <Fact
        name={t('media.recording')}
        value={
          media.recordMode === 'off'
            ? t('media.mode.off')
            : t('media.recordingSays', { mode: t(`media.mode.${media.recordMode}`), count: media.keepDays })
        }
      />
      {disk && (
        <Fact
          name={t('media.disk')}
          value={t('media.diskSays', {
            free: size.format(disk.freeBytes / GIGABYTE),
            total: size.format(disk.totalBytes / GIGABYTE),
          })}
          share={1 - disk.freeBytes / disk.totalBytes}
        />
      )}
    </dl>
  )
}

function Fact({ name, value, share }: { name: string; value: string; share?: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {share !== undefined && (
          <span className="home-figure-share" data-full={share > 0.9 || undefined} aria-hidden="true">
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </dd>
    </div>
  )
}
