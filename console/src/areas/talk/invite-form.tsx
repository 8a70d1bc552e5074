import { MeetingName } from '@backlot/contract/talk/meeting-frames'
import { listMeetingTemplates } from '@backlot/contract/templates/calls'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useTalkableDevices } from './device-choice.ts'
import { DeviceSelect } from './device-select.tsx'
import type { NewMeeting } from './meeting-session.ts'
import { inTalkLayer } from './popup-container.ts'

type InviteFormProps = {
  withName?: boolean
  okText: string
  people: readonly { userId: number; name: string }[]
  /** Members that are there already. */
  present: readonly string[]
  onCancel: () => void
  onDone: (chosen: NewMeeting) => void
}

/** Members to invite to a meeting, and the name of a new one. */
export function InviteForm({ withName = false, okText, people, present, onCancel, onDone }: InviteFormProps) {
  const t = useText('talk')
  const [name, setName] = useState('')
  const [devices, setDevices] = useState<string[]>([])
  const [operators, setOperators] = useState<number[]>([])
  const [templateId, setTemplateId] = useState<number>()
  const templates = useQuery({
    queryKey: ['talk', 'meetingTemplates'],
    queryFn: ({ signal }) => request(listMeetingTemplates, { signal }),
    enabled: withName,
    // A platform without templates has meetings all the same.
    retry: false,
  })
  const offeredTemplates = templates.data?.list ?? []
  const offered = useTalkableDevices().filter(({ sn }) => !present.includes(`d:${sn}`))
  const others = people.filter(({ userId }) => !present.includes(`u:${userId}`))
  /** A meeting may begin with oneself alone; an invitation is for somebody. */
  const nobody = !withName && devices.length + operators.length === 0
  const chosen = name.trim() || t('meeting.namePlaceholder')
  return (
    <form
      className="talk-form"
      onSubmit={(event) => {
        event.preventDefault()
        onDone({ name: chosen, devices, operators, ...(templateId === undefined ? {} : { templateId }) })
      }}
    >
      {withName && (
        <Input
          maxLength={rulesOf(MeetingName).maxLength}
          aria-label={t('meeting.name')}
          placeholder={t('meeting.namePlaceholder')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {withName && offeredTemplates.length > 0 && (
        <Select
          allowClear
          aria-label={t('meeting.template')}
          placeholder={t('meeting.template')}
          options={offeredTemplates.map(({ id, name: label, membersMax, joinMuted }) => ({
            value: id,
            label: t(joinMuted ? 'meeting.templateMuted' : 'meeting.templateOpen', {
              name: label,
              count: membersMax,
            }),
          }))}
          value={templateId ?? null}
          onChange={(id: number | null | undefined) => setTemplateId(id ?? undefined)}
          style={{ width: '100%' }}
          getPopupContainer={inTalkLayer}
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
        <Button
          type="primary"
          htmlType="submit"
          disabled={nobody}
          title={nobody ? t('meeting.nobody') : undefined}
        >
          {okText}
        </Button>
      </div>
    </form>
  )
}
