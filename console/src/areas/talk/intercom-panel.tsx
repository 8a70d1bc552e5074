import { isDuplex } from '@backlot/contract/talk/call-target'
import { BROADCAST_TARGETS_MAX } from '@backlot/contract/talk/constants'
import { Radio } from 'antd'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { takesVoice } from './call.ts'
import { useTalkableDevices } from './device-choice.ts'
import { DeviceSelect } from './device-select.tsx'
import { FloatingBox } from './floating-box.tsx'
import {
  closePanel,
  type IntercomMode,
  type Panel,
  pressTalk,
  releaseTalk,
  setMode,
  setOthers,
  useIntercom,
} from './intercom-store.ts'
import { LevelMeter } from './level-meter.tsx'
import { TalkButton } from './talk-button.tsx'
import { VolumePopup } from './volume-popup.tsx'

/** The intercom popup (stated): intercom or broadcast, a button to hold, the volume. */
export function IntercomPanel({ panel }: { panel: Panel }) {
  const t = useText('talk')
  const { call, asking } = useIntercom()
  const device = useDevice(panel.target.sn)
  const channel = device?.chnList?.find(({ chnId }) => chnId === panel.target.chnId)
  const v3 = isDuplex(device?.protocolType)
  const broadcast = panel.mode === 'broadcast'
  const live = call !== undefined && takesVoice(call)
  const ringing = call !== undefined && !call.answered
  const hint = broadcast ? t('panel.hintBroadcast') : v3 ? t('panel.hintV3') : t('panel.hintV1')
  const caption = asking
    ? t('panel.asking')
    : ringing
      ? t('panel.ringing')
      : live
        ? t('panel.speaking')
        : broadcast
          ? t('panel.holdBroadcast')
          : v3 && !call
            ? t('panel.call')
            : t('panel.hold')
  return (
    <FloatingBox
      name="intercom"
      label={t('panel.title')}
      title={
        <>
          {t('panel.title')}
          <small title={channel ? `${device?.name} · ${channel.name}` : undefined}>
            {device?.name ?? panel.target.sn}
          </small>
        </>
      }
      tools={<VolumePopup />}
      closeLabel={t('panel.close')}
      onClose={closePanel}
    >
      <div className="talk-body">
        <Radio.Group
          block
          size="small"
          optionType="button"
          aria-label={t('panel.mode')}
          value={panel.mode}
          onChange={(event) => setMode(event.target.value as IntercomMode)}
          options={[
            { value: 'intercom', label: t('panel.intercom') },
            { value: 'broadcast', label: t('panel.broadcast') },
          ]}
        />
        {broadcast && <BroadcastTargets panel={panel} />}
        <TalkButton
          label={broadcast ? t('panel.holdBroadcast') : t('panel.hold')}
          caption={caption}
          state={live ? 'live' : ringing || asking ? 'waiting' : 'idle'}
          onPress={pressTalk}
          onRelease={releaseTalk}
        />
        <LevelMeter which="in" label={t('box.said')} />
        <p className="talk-hint">{hint}</p>
      </div>
    </FloatingBox>
  )
}

function BroadcastTargets({ panel }: { panel: Panel }) {
  const t = useText('talk')
  const devices = useTalkableDevices().filter(({ sn }) => sn !== panel.target.sn)
  const choose = (sns: string[]) =>
    setOthers(
      devices
        .flatMap(({ sn, chnId }) => (sns.includes(sn) ? [{ sn, chnId }] : []))
        .slice(0, BROADCAST_TARGETS_MAX - 1),
    )
  return (
    <div className="talk-others">
      <span>{t('panel.others')}</span>
      <DeviceSelect
        label={t('panel.othersHint')}
        devices={devices}
        value={panel.others.map(({ sn }) => sn)}
        onChange={choose}
      />
      <small className="talk-note">{t('panel.reaches', { count: panel.others.length + 1 })}</small>
    </div>
  )
}
