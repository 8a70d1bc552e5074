import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { isManualSnapshot, isOrdinary } from './alarm-rules.ts'
import { changeTypeNow } from './process-alarms.ts'

/** Chooses another type. After a type is chosen its first sub-type is preselected (stated). */
export function ChangeTypeForm(props: {
  alarm: Alarm
  types: AlarmTypes
  onDone: (change: Partial<Alarm>) => void
}) {
  const { alarm, types, onDone } = props
  const t = useText('alarms')
  const [type, setType] = useState<string>()
  const [subType, setSubType] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const subTypes = type === undefined ? [] : types.subTypesOf(type)
  const choices = types.tops.filter(
    (node) => isOrdinary(node) && !isManualSnapshot({ type: node.type, subType: '' }),
  )

  const choose = (next: string) => {
    setType(next)
    setSubType(types.subTypesOf(next)[0]?.type ?? '')
    setMissing(false)
  }

  async function save() {
    if (type === undefined) {
      setMissing(true)
      return
    }
    setBusy(true)
    try {
      const change = await changeTypeNow(alarm, type, subType)
      notify.success(t('detail.typeChanged'))
      onDone(change)
    } catch (error) {
      setBusy(false)
      notify.error(errorText(error))
    }
  }

  return (
    <div className="change-type">
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('field.type')}
        placeholder={t('detail.chooseType')}
        status={missing ? 'error' : ''}
        value={type}
        onChange={choose}
        options={choices.map((node) => ({ value: node.type, label: types.nameOf(node.type) }))}
      />
      {missing && (
        <p className="change-type-error" role="alert">
          {t('detail.typeMissing')}
        </p>
      )}
      {subTypes.length > 0 && (
        <Select
          aria-label={t('field.subType')}
          value={subType}
          onChange={setSubType}
          options={subTypes.map((node) => ({
            value: node.type,
            label: types.nameOf(node.parentType, node.type).split(' · ').at(-1),
          }))}
        />
      )}
      <Button type="primary" loading={busy} onClick={save}>
        {t('detail.save')}
      </Button>
    </div>
  )
}
