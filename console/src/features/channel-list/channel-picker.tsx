import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'
import { DevicePanel } from '../device-tree/device-panel.tsx'
import { deviceStore } from '../device-tree/device-store.ts'
import {
  judgePick,
  judgePollingTicks,
  onlyVideoChannel,
  type PickRefusal,
} from '../device-tree/picker-rules.ts'
import { TreeChecks } from '../device-tree/tree-checks.ts'
import { isSenseType } from '../device-tree/tree-entry.ts'
import type { NodeFilter } from '../device-tree/tree-model.ts'
import type { TreePick } from '../device-tree/tree-pick.ts'
import { ChannelList } from './channel-list.tsx'
import { channelKey } from './polling-groups.ts'

const WIDTH_PX = 760

/** Groups, devices with video, and their video channels. */
const withVideo: NodeFilter = (node, nodeType, channel) => {
  if (channel) return channel.type === CHANNEL_TYPES.video
  if (nodeType === NODE_TYPES.group) return true
  if (isSenseType(nodeType)) return false
  return node.chnList?.some(({ type }) => type === CHANNEL_TYPES.video) === true
}

type ChannelPickerProps = {
  /** Channels that are there already: marked, and not chosen again. */
  present: readonly PollChannel[]
  /** How many more there is room for. */
  most: number
  onPick: (channels: PollChannel[]) => void
  onCancel: () => void
}

/** A dialog to choose video channels from the tree: devices by their boxes, channels by clicks. */
export function ChannelPicker({ present, most, onPick, onCancel }: ChannelPickerProps) {
  const t = useText('polling')
  const d = useText('devices')
  const [checks] = useState(() => new TreeChecks())
  const [chosen, setChosen] = useState<PollChannel[]>([])
  const [marked] = useState(() => new Set(present.map(channelKey)))
  const isThere = (channel: PollChannel) => marked.has(channelKey(channel))
  const refuse = (refusal: PickRefusal) => notify.warning({ key: 'picker', content: d(`picker.${refusal}`) })

  /** Ticks are of devices; their chosen channels follow, and a device with several channels needs a choice. */
  const onCheck = () => {
    const judged = judgePollingTicks(checks.sns().map((sn) => deviceStore.device(sn)))
    const found = 'refusal' in judged ? { channels: [], unclear: [] } : judged
    if (found.unclear.length > 0) {
      const unclear = new Set(found.unclear.map(({ sn }) => sn))
      checks.replace(checks.sns().filter((sn) => !unclear.has(sn)))
      const names = found.unclear.map(({ name }) => name)
      notify.warning({
        key: 'picker',
        content: t('picker.several', { names: names.slice(0, 3).join(', '), count: names.length }),
      })
    }
    setChosen((before) => {
      const ticked = new Set(found.channels.map(channelKey))
      const byClick = before.filter((one) => !ticked.has(channelKey(one)) && !isOnlyChannel(one))
      const kept = before.filter((one) => ticked.has(channelKey(one)) || byClick.includes(one))
      const known = new Set(kept.map(channelKey))
      return [...kept, ...found.channels.filter((one) => !known.has(channelKey(one)) && !isThere(one))]
    })
  }

  /** A double click on a device: its first click has ticked it, so only a device without a single video channel is left. */
  const open = (row: TreePick) => {
    if (row.nodeType !== NODE_TYPES.device || !onlyVideoChannel(row.node)) pick(row)
  }
  const pick = (row: TreePick) => {
    const judged = judgePick(row, { want: 'pollingChannel' })
    if ('refusal' in judged) {
      if (row.nodeType !== NODE_TYPES.group) refuse(judged.refusal)
      return
    }
    const { sn, channel } = judged.picked
    if (channel) toggle({ sn, chnId: channel.chnId })
  }
  const toggle = (channel: PollChannel) => {
    if (isThere(channel)) {
      notify.info({ key: 'picker', content: t('picker.present') })
      return
    }
    const has = chosen.some((one) => channelKey(one) === channelKey(channel))
    if (isOnlyChannel(channel)) {
      const others = checks.sns().filter((sn) => sn !== channel.sn)
      checks.replace(has ? others : [...others, channel.sn])
    }
    setChosen(has ? chosen.filter((one) => channelKey(one) !== channelKey(channel)) : [...chosen, channel])
  }

  const onList = (list: PollChannel[]) => {
    const kept = new Set(list.map(({ sn }) => sn))
    checks.replace(checks.sns().filter((sn) => kept.has(sn)))
    setChosen(list)
  }
  const accept = () => {
    if (chosen.length === 0) refuse('selectDevice')
    else if (chosen.length > most)
      notify.warning({ key: 'picker', content: t('picker.tooMany', { count: most }) })
    else onPick(chosen)
  }

  return (
    <Modal
      open
      centered
      width={WIDTH_PX}
      title={t('picker.title')}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('picker.cancel')}</Button>
          <Button type="primary" onClick={accept}>
            {t('picker.ok')}
          </Button>
        </>
      }
    >
      <div className="channel-picker">
        <DevicePanel
          filter={withVideo}
          abilities={false}
          emptyGroups={false}
          label={d('tree')}
          checks={checks}
          onCheck={onCheck}
          marked={marked}
          onSelect={(row) => row.nodeType === NODE_TYPES.channel && pick(row)}
          onOpen={open}
        />
        <section className="channel-chosen" aria-label={t('picker.chosen')}>
          <header>
            <span>{t('picker.count', { count: chosen.length })}</span>
            {chosen.length > 0 && (
              <Button type="link" size="small" onClick={() => onList([])}>
                {t('list.clear')}
              </Button>
            )}
          </header>
          <div>
            {chosen.length === 0 && <p className="channel-hint">{t('picker.hint')}</p>}
            <ChannelList label={t('picker.chosen')} list={chosen} groups={[]} onChange={onList} />
          </div>
        </section>
      </div>
    </Modal>
  )
}

/** Whether a channel represents its device: ticking the device means it. */
function isOnlyChannel({ sn, chnId }: PollChannel): boolean {
  const device = deviceStore.device(sn)
  return device !== undefined && onlyVideoChannel(device)?.chnId === chnId
}
