import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { Button, Modal } from 'antd'
import { useReducer, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'
import './device-picker.css'
import { DevicePanel } from './device-panel.tsx'
import { deviceBySn } from './device-store.ts'
import {
  judgePick,
  judgeTicks,
  type OfferedRows,
  offeredRows,
  type PickedDevice,
  type PickerWish,
  type PickRefusal,
} from './picker-rules.ts'
import { TreeChecks } from './tree-checks.ts'
import type { TreePick } from './tree-pick.ts'

const LABELS = {
  device: 'picker.device',
  channel: 'picker.channel',
  videoChannel: 'picker.channel',
  pollingChannel: 'picker.channel',
  point: 'picker.point',
} as const satisfies Record<PickerWish['want'], string>

/** With `multiple`, OK and Cancel end it; otherwise a click or a double click picks. */
type DevicePickerProps = OfferedRows & {
  /** Serial numbers that are ticked at the start. */
  ticked?: readonly string[]
  /** Text that the tree is searched for at the start. */
  query?: string
  onPick: (picked: PickedDevice[]) => void
  onCancel: () => void
}

/** The device tree to pick from: one device or channel, or several devices. Reports why a pick is refused. */
export function DevicePicker(props: DevicePickerProps) {
  const { multiple = false, want } = props
  const t = useText('devices')
  const [checks] = useState(() => {
    const made = new TreeChecks()
    made.replace(props.ticked ?? [])
    return made
  })
  const [selectedKey, setSelectedKey] = useState<string>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [filter] = useState(() => offeredRows(props))

  const refuse = (refusal: PickRefusal) =>
    void notify.warning({ key: 'pick', content: t(`picker.${refusal}`) })
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
