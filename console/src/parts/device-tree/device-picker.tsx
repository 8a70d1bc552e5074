import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/entities'
import { App, Button, Modal } from 'antd'
import { useReducer, useState } from 'react'
import { useText } from '../../language/language.ts'
import './device-picker.css'
import { DevicePanel } from './device-panel.tsx'
import { deviceBySn } from './device-store.ts'
import {
  judgePick,
  judgeTicks,
  type PickedDevice,
  type PickerWish,
  type PickRefusal,
} from './picker-rules.ts'
import { TreeChecks } from './tree-checks.ts'
import { isDeviceType, isSenseType } from './tree-entry.ts'
import type { NodeFilter } from './tree-model.ts'
import type { TreePick } from './tree-pick.ts'

const LABELS = {
  device: 'picker.device',
  channel: 'picker.channel',
  videoChannel: 'picker.channel',
  pollingChannel: 'picker.channel',
  point: 'picker.point',
} as const satisfies Record<PickerWish['want'], string>

type DevicePickerProps = PickerWish & {
  /** Ticks devices; OK and Cancel end it. Otherwise a click or a double click picks. */
  multiple?: boolean
  /** Serial numbers that are ticked at the start. */
  ticked?: readonly string[]
  /** Shows the entries of solar energy and smart agriculture below their devices. */
  solar?: boolean
  agriculture?: boolean
  /** Which devices are offered; the same function each time. All without it. */
  filter?: NodeFilter
  /** Text that the tree is searched for at the start. */
  query?: string
  onPick: (picked: PickedDevice[]) => void
  onCancel: () => void
}

/** The device tree to pick from: one device or channel, or several devices. Says why a pick does not do. */
export function DevicePicker(props: DevicePickerProps) {
  const { multiple = false, want } = props
  const t = useText('devices')
  const { message } = App.useApp()
  const [checks] = useState(() => {
    const made = new TreeChecks()
    made.replace(props.ticked ?? [])
    return made
  })
  const [selectedKey, setSelectedKey] = useState<string>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [filter] = useState(() => rowsFor(props))

  const refuse = (refusal: PickRefusal) =>
    void message.warning({ key: 'pick', content: t(`picker.${refusal}`) })
  const pickOne = (pick: TreePick) => {
    setSelectedKey(pick.key)
    const judged = judgePick(pick, props)
    if ('picked' in judged) props.onPick([judged.picked])
    else refuse(judged.refusal)
  }
  const pickTicked = () => {
    const judged = judgeTicks(checks.sns().map((sn) => deviceBySn(sn)))
    if ('picked' in judged) props.onPick(judged.picked)
    else refuse(judged.refusal)
  }
  const single = {
    // A click on a group opens it, and on a device with channels to choose from it shows them.
    onSelect: (pick: TreePick) => {
      if (pick.nodeType !== NODE_TYPES.group) pickOne(pick)
    },
    onOpen: pickOne,
  }

  return (
    <div className="device-picker">
      <DevicePanel
        filter={filter}
        label={t(LABELS[want])}
        emptyGroups={false}
        abilities={false}
        selectedKey={selectedKey}
        {...(props.query === undefined ? {} : { initialQuery: props.query })}
        {...(multiple ? { checks, onCheck: redraw } : single)}
      />
      {multiple && (
        <footer>
          <span>{t('picker.ticked', { count: checks.sns().length })}</span>
          <Button onClick={props.onCancel}>{t('picker.cancel')}</Button>
          <Button type="primary" onClick={pickTicked}>
            {t('picker.ok')}
          </Button>
        </footer>
      )}
    </div>
  )
}

/** The picker as a dialog, 400 × 480 (stated for the history track's). */
export function DevicePickerDialog({ title, ...picker }: DevicePickerProps & { title: string }) {
  return (
    <Modal
      open
      width={400}
      title={title}
      footer={null}
      onCancel={picker.onCancel}
      className="device-picker-dialog"
      destroyOnHidden
    >
      <DevicePicker {...picker} />
    </Modal>
  )
}

function rowsFor({ filter, multiple, want, solar, agriculture }: DevicePickerProps): NodeFilter {
  return (node, nodeType, channel) => {
    if (nodeType === NODE_TYPES.functionSolar) return solar === true
    if (nodeType === NODE_TYPES.functionAgriculture) return agriculture === true
    if (nodeType >= NODE_TYPES.functionAi) return false
    if (nodeType === NODE_TYPES.group) return true
    if (node.favouriteId !== undefined) return false
    if (isSenseType(nodeType)) return want === 'point' && nodeType === NODE_TYPES.sensor
    if (!isDeviceType(nodeType) && (multiple === true || want === 'device' || want === 'point')) return false
    const isVideo = want === 'videoChannel' || want === 'pollingChannel'
    if (isVideo && channel && channel.type !== CHANNEL_TYPES.video) return false
    return filter?.(node, nodeType, channel) ?? true
  }
}
