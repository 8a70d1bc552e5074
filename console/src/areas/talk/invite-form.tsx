import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { useTalkableDevices } from './device-choice.ts'
import { DeviceSelect } from './device-select.tsx'
import { inTalkLayer } from './popup-container.ts'

type InviteFormProps = {
  withName?: boolean
  okText: string
  people: readonly { userId: number; name: string }[]
  /** Members that are there already. */
  present: readonly string[]
  onCancel: () => void
  onDone: (chosen: { name: string; devices: string[]; operators: number[] }) => void
}

/** Who is to come to a meeting, and what a new one is called. */
export function InviteForm({ withName = false, okText, people, present, onCancel, onDone }: InviteFormProps) {
  const t = useText('talk')
  const [name, setName] = useState('')
  const [devices, setDevices] = useState<string[]>([])
  const [operators, setOperators] = useState<number[]>([])
  const offered = useTalkableDevices().filter(({ sn }) => !present.includes(`d:${sn}`))
  const others = people.filter(({ userId }) => !present.includes(`u:${userId}`))
  const chosen = name.trim() || t('meeting.namePlaceholder')
  return (
    <form
      className="talk-form"
      onSubmit={(event) => {
        event.preventDefault()
        onDone({ name: chosen, devices, operators })
      }}
    >
      {withName && (
        <Input
          maxLength={32}
          aria-label={t('meeting.name')}
          placeholder={t('meeting.namePlaceholder')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <DeviceSelect label={t('meeting.devices')} devices={offered} value={devices} onChange={setDevices} />
      {others.length > 0 && (
        <Select
          mode="multiple"
          aria-label={t('meeting.people')}
          placeholder={t('meeting.people')}
          options={others.map(({ userId, name: label }) => ({ value: userId, label }))}
          value={operators}
          onChange={setOperators}
          optionFilterProp="label"
          style={{ width: '100%' }}
          getPopupContainer={inTalkLayer}
        />
      )}
      <div className="talk-call-buttons">
        <Button onClick={onCancel}>{t('meeting.cancel')}</Button>
        <Button type="primary" htmlType="submit">
          {okText}
        </Button>
      </div>
    </form>
  )
}
