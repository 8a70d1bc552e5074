import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { type Call, takesVoice } from './call.ts'
import { FloatingBox } from './floating-box.tsx'
import { HandsetIcon } from './icons.tsx'
import {
  answer,
  hangUp,
  type Incoming,
  isOnCard,
  pressTalk,
  reject,
  releaseTalk,
  useIntercom,
} from './intercom-store.ts'
import { LevelMeter } from './level-meter.tsx'
import { startRinging } from './ring-tone.ts'
import { TalkButton } from './talk-button.tsx'
import { VolumePopup } from './volume-popup.tsx'

/** The call-tools box (stated): whose call it is, by serial number, and how to hang up; and who is calling. */
export function CallToolsBox() {
  const t = useText('talk')
  const { call, incoming: calls, panel } = useIntercom()
  const incoming = calls.filter((one) => !isOnCard(one))
  const first = incoming[0]
  return (
    <FloatingBox
      name="call"
      label={t('box.title')}
      title={
        first && !call ? (
          t(first.cause === 'sos' ? 'incoming.sos' : 'incoming.title')
        ) : (
          <CallState call={call} />
        )
      }
      tools={call && panel === undefined && <VolumePopup />}
      above={panel?.mode}
    >
      {call && <ActiveCall call={call} withButton={panel === undefined} />}
      {incoming.map((one) => (
        <IncomingCall key={one.callId} incoming={one} below={call !== undefined} />
      ))}
    </FloatingBox>
  )
}

function CallState({ call }: { call: Call | undefined }) {
  const t = useText('talk')
  const elapsed = useElapsed(call?.since)
  if (!call) return null
  const state = !call.answered ? 'ringing' : call.kind === 'broadcast' ? 'broadcast' : call.state
  return (
    <>
      <i className="talk-lamp" data-state={state} />
      <span role="status">{t(`state.${state}`)}</span>
      <time>{elapsed}</time>
    </>
  )
}

function ActiveCall({ call, withButton }: { call: Call; withButton: boolean }) {
  const t = useText('talk')
  const [target] = call.targets
  const speaks = call.kind === 'call' && withButton
  return (
    <div className="talk-call">
      <Party sn={target?.sn ?? ''} more={call.targets.length - 1} />
      <LevelMeter
        which={takesVoice(call) && !call.duplex ? 'in' : 'out'}
        label={takesVoice(call) && !call.duplex ? t('box.said') : t('box.heard')}
      />
      <div className="talk-call-buttons">
        {speaks && (
          <TalkButton
            small
            label={t('panel.hold')}
            caption={takesVoice(call) ? t('panel.speaking') : t('panel.hold')}
            state={takesVoice(call) ? 'live' : 'idle'}
            onPress={pressTalk}
            onRelease={releaseTalk}
          />
        )}
        <Button danger type="primary" icon={<HandsetIcon down />} onClick={hangUp}>
          {t('box.hangUp')}
        </Button>
      </div>
    </div>
  )
}

function IncomingCall({ incoming, below }: { incoming: Incoming; below: boolean }) {
  const t = useText('talk')
  useEffect(startRinging, [])
  return (
    <div className="talk-call talk-incoming" data-cause={incoming.cause} role="alert">
      {/* Alone in the box its title says so, which the alert does not read out. */}
      <strong className={below ? undefined : 'visually-hidden'}>
        {t(incoming.cause === 'sos' ? 'incoming.sos' : 'incoming.title')}
      </strong>
      <Party sn={incoming.sn} more={0} />
      {below && <small className="talk-note">{t('incoming.endsOther')}</small>}
      <div className="talk-call-buttons">
        <Button icon={<HandsetIcon down />} onClick={() => reject(incoming)}>
          {t('incoming.reject')}
        </Button>
        <Button
          type="primary"
          className="talk-answer"
          icon={<HandsetIcon />}
          onClick={() => answer(incoming)}
        >
          {t('incoming.answer')}
        </Button>
      </div>
    </div>
  )
}

function Party({ sn, more }: { sn: string; more: number }) {
  const t = useText('talk')
  const device = useDevice(sn)
  const name = device?.name ?? sn
  return (
    <div className="talk-party">
      <b title={name}>{more > 0 ? t('box.more', { name, count: more }) : name}</b>
      <span>
        {t('box.serial')} <code>{sn}</code>
      </span>
    </div>
  )
}

/** Minutes and seconds since a moment of performance.now(), redrawn each second; empty without one. */
function useElapsed(since: number | undefined): string {
  const [, redraw] = useState(0)
  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => redraw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [since])
  if (since === undefined) return ''
  const seconds = Math.max(0, Math.floor((performance.now() - since) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}
