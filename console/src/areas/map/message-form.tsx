import { SendOutlined } from '@ant-design/icons'
import type { BodyIn } from '@backlot/contract/call'
import type { sendMessage } from '@backlot/contract/device-messages/calls'
import { MESSAGE_LIMITS } from '@backlot/contract/device-messages/entities'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { Button, Checkbox, Input, Tooltip } from 'antd'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'

/** Unsent message. */
type MessageDraft = { text: string; urgent: boolean; spoken: boolean }

export const EMPTY_DRAFT: MessageDraft = { text: '', urgent: false, spoken: false }

type MessageFormProps = {
  sn: string | undefined
  draft: MessageDraft
  onDraft: Dispatch<SetStateAction<MessageDraft>>
  isUnit(sn: string): boolean
  onSend(message: BodyIn<typeof sendMessage>): Promise<void>
}

/** A text to the selected unit. The draft stays when another unit is chosen or another panel is opened. */
export function MessageForm({ sn, draft, onDraft, isUnit, onSend }: MessageFormProps) {
  const t = useText('mapTools')
  const { text, urgent, spoken } = draft
  const change = (part: Partial<MessageDraft>) => onDraft((before) => ({ ...before, ...part }))
  const [sending, setSending] = useState(false)
  const node = useDevice(sn ?? '')
  const unit = sn !== undefined && node && isUnit(sn) ? node : undefined
  const hindrance = !unit
    ? t('messageNobody')
    : !isDeviceOnline(unit)
      ? t('messageOffline')
      : text.trim() === ''
        ? t('messageEmpty')
        : undefined

  const send = async () => {
    if (sn === undefined || hindrance !== undefined || sending) return
    setSending(true)
    try {
      await onSend({ sn, text, urgent, spoken })
      // A text begun meanwhile stays.
      onDraft((now) => (now === draft ? EMPTY_DRAFT : now))
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="message-form"
      aria-label={t('message')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="map-side-hint">
        {unit
          ? t('messageTo', { name: unit.name })
          : node
            ? t('messageNoUnit', { name: node.name })
            : t('messageNobody')}
      </p>
      <Input.TextArea
        value={text}
        maxLength={MESSAGE_LIMITS.text}
        showCount
        autoSize={{ minRows: 2, maxRows: 6 }}
        aria-label={t('messageText')}
        placeholder={t('messageText')}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      <div className="message-form-foot">
        <Checkbox checked={urgent} onChange={(event) => change({ urgent: event.target.checked })}>
          {t('messageUrgent')}
        </Checkbox>
        <Checkbox checked={spoken} onChange={(event) => change({ spoken: event.target.checked })}>
          {t('messageSpoken')}
        </Checkbox>
        <Tooltip title={hindrance}>
          <Button
            type="primary"
            size="small"
            htmlType="submit"
            icon={<SendOutlined />}
            loading={sending}
            disabled={hindrance !== undefined}
          >
            {t('messageSend')}
          </Button>
        </Tooltip>
      </div>
    </form>
  )
}
