import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { Fragment, useState } from 'react'
import { useText } from '../../language/language.ts'
import './channel-list.css'
import { channelKey, moved, type PollGroup } from './polling-groups.ts'
import { useChannel } from './use-channel.ts'

type ChannelListProps = {
  label: string
  list: readonly PollChannel[]
  /** As the channels are shown together; each begins with a heading. */
  groups: readonly PollGroup[]
  /** The group on the screen, from 0. */
  current?: number | undefined
  /** Left out: the list cannot be changed. */
  onChange?: ((list: PollChannel[]) => void) | undefined
  /** Goes to the group of a heading. */
  onGroup?: ((group: PollGroup) => void) | undefined
}

/** Channels in their order, by groups: moved by drag or by buttons, taken out, and jumped to. */
export function ChannelList({ label, list, groups, current, onChange, onGroup }: ChannelListProps) {
  const t = useText('polling')
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const numberAt = new Map(groups.map((group, number) => [group.first, number]))

  const drop = (to: number) => {
    if (dragged !== undefined && dragged !== to) onChange?.(moved(list, dragged, to))
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <ol className="channel-list" aria-label={label}>
      {list.map((channel, at) => {
        const number = numberAt.get(at)
        const group = number === undefined ? undefined : groups[number]
        return (
          <Fragment key={channelKey(channel)}>
            {group && number !== undefined && (
              <li className="channel-group" data-current={number === current || undefined}>
                <GroupHeading number={number + 1} group={group} onGroup={onGroup} />
                <span>{t('list.channels', { count: group.places.length })}</span>
              </li>
            )}
            <li
              className="channel-row"
              data-over={over === at && dragged !== at ? (dragged! < at ? 'after' : 'before') : undefined}
              data-dragged={dragged === at || undefined}
              draggable={onChange !== undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(at)
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(at)
              }}
              onDragEnd={() => {
                setDragged(undefined)
                setOver(undefined)
              }}
              onDrop={(event) => {
                event.preventDefault()
                drop(at)
              }}
            >
              <ChannelRow
                channel={channel}
                number={at + 1}
                up={onChange && at > 0 ? () => onChange(moved(list, at, at - 1)) : undefined}
                down={onChange && at < list.length - 1 ? () => onChange(moved(list, at, at + 1)) : undefined}
                remove={onChange && (() => onChange(list.filter((one) => one !== channel)))}
              />
            </li>
          </Fragment>
        )
      })}
    </ol>
  )
}

function GroupHeading(props: { number: number; group: PollGroup; onGroup: ChannelListProps['onGroup'] }) {
  const t = useText('polling')
  const { number, group, onGroup } = props
  const name = t('list.group', { number })
  if (!onGroup) return <strong>{name}</strong>
  return (
    <button type="button" title={t('list.show', { number })} onClick={() => onGroup(group)}>
      {name}
    </button>
  )
}

type ChannelRowProps = {
  channel: PollChannel
  number: number
  up: (() => void) | undefined
  down: (() => void) | undefined
  remove: (() => void) | undefined
}

function ChannelRow({ channel, number, up, down, remove }: ChannelRowProps) {
  const t = useText('polling')
  const now = useChannel(channel)
  const name = now?.title ?? channel.sn
  return (
    <>
      <span className="channel-number">{number}</span>
      <StateDot online={now?.online ?? false} />
      <span className="channel-name" title={name} data-dim={!now?.online || undefined}>
        {name}
      </span>
      {remove && (
        <span className="channel-tools">
          <button type="button" aria-label={t('list.up', { name })} disabled={!up} onClick={up}>
            <ArrowUpOutlined />
          </button>
          <button type="button" aria-label={t('list.down', { name })} disabled={!down} onClick={down}>
            <ArrowDownOutlined />
          </button>
          <button type="button" aria-label={t('list.remove', { name })} onClick={remove}>
            <CloseOutlined />
          </button>
        </span>
      )}
    </>
  )
}

/** Online: a filled dot; offline: a ring. */
export function StateDot({ online }: { online: boolean }) {
  const t = useText('devices')
  const says = online ? t('states.online') : t('states.offline')
  return (
    <span className="state-dot" role="img" data-online={online || undefined} aria-label={says} title={says} />
  )
}
