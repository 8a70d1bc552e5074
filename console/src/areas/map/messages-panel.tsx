import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import type { DeviceMessage, MessageState } from '@backlot/contract/device-messages/entities'
import type { ReactNode } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { MessageForm } from './message-form.tsx'
import './messages-panel.css'
import { SidePanel } from './side-panel.tsx'
import { useMessages } from './use-messages.ts'

type MessagesPanelProps = Pick<Parameters<typeof MessageForm>[0], 'draft' | 'onDraft'> & {
  /** The selected device: it gets the next message. */
  sn: string | undefined
  isUnit(sn: string): boolean
  onDevice(sn: string): void
  onClose(): void
}

/** Texts to units: one to write, and the results of those sent. */
export function MessagesPanel({ sn, draft, onDraft, isUnit, onDevice, onClose }: MessagesPanelProps) {
  const t = useText('mapTools')
  const { list, error, missing, send } = useMessages(true)
  return (
    <SidePanel title={t('messages')} onClose={onClose}>
      {missing ? (
        <p className="map-side-hint">{t('messagesMissing')}</p>
      ) : (
        <>
          <MessageForm sn={sn} draft={draft} onDraft={onDraft} isUnit={isUnit} onSend={send} />
          <h4>{t('messagesSent')}</h4>
          {error && (
            <p className="map-side-hint" role="alert">
              {t('nearFailed', { reason: errorText(error) })}
            </p>
          )}
          {!error && list.length === 0 && <p className="map-side-hint">{t('messagesNone')}</p>}
          <ul className="messages" aria-label={t('messagesSent')}>
            {list.map((message) => (
              <Sent key={message.id} message={message} onDevice={onDevice} />
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  )
}

const MARKS: Readonly<Record<MessageState, ReactNode>> = {
  sent: <ClockCircleOutlined />,
  acknowledged: <CheckCircleOutlined />,
  failed: <CloseCircleOutlined />,
}

function Sent({ message, onDevice }: { message: DeviceMessage; onDevice(sn: string): void }) {
  const t = useText('mapTools')
  const { sn, name, text, urgent, state, failure, senderName, time } = message
  return (
    <li className="message" data-state={state}>
      <div className="message-head">
        <button
          type="button"
          className="message-who"
          title={t('goTo', { name })}
          onClick={() => onDevice(sn)}
        >
          {name}
        </button>
        <span className="message-state">
          <span aria-hidden="true">{MARKS[state]}</span>
          {failure ? t(`messageFailure.${failure}`) : t(`messageState.${state}`)}
        </span>
      </div>
      <p>
        {urgent && <strong>{t('messageUrgent')} · </strong>}
        {text}
      </p>
      <small>
        {formatTime(time)} · {senderName}
      </small>
    </li>
  )
}
