import { LIMITS } from '@backlot/contract/limits'
import { Modal, Slider } from 'antd'
import { useState } from 'react'
import { InputNumber } from '../../components/number-input.tsx'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import type { AccountDialogProps } from './account-dialog.tsx'
import { SettingsRow } from './settings-row.tsx'
import './account.css'

/** Monitoring settings of this browser: auto-close of popup video, volume, PTZ speed. */
export function MonitoringDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const settings = useSettings()
  const [autoClose, setAutoClose] = useState<number | null>(settings.ptAutoCloseValue)
  const [volume, setVolume] = useState(settings.speakerVolume)
  const [speed, setSpeed] = useState(settings.ptzSpeed)

  const save = () => {
    setSetting('ptAutoCloseValue', autoClose ?? LIMITS.autoCloseMinutesDefault)
    setSetting('speakerVolume', volume)
    setSetting('ptzSpeed', speed)
    onClose()
  }
  return (
    <Modal open width={460} title={title} okText={t('save')} onOk={save} onCancel={onClose}>
      <div className="settings-rows">
        <SettingsRow label={t('settings.autoClose')} hint={t('settings.autoCloseHint')}>
          {(id) => (
            <InputNumber
              aria-labelledby={id}
              min={0}
              max={LIMITS.autoCloseMinutesMax}
              precision={0}
              value={autoClose}
              onChange={setAutoClose}
              suffix={t('settings.minutes')}
              style={{ width: 130 }}
            />
          )}
        </SettingsRow>
        <SettingsRow label={t('settings.volume')} hint={t('settings.volumeHint', { percent: volume })}>
          {(id) => (
            <Slider
              ariaLabelledByForHandle={id}
              min={1}
              max={LIMITS.volumeMaxPercent}
              value={volume}
              onChange={setVolume}
              style={{ width: 170 }}
            />
          )}
        </SettingsRow>
        <SettingsRow label={t('settings.ptzSpeed')} hint={t('settings.ptzSpeedHint', { speed })}>
          {(id) => (
            <Slider
              ariaLabelledByForHandle={id}
              min={LIMITS.ptzSpeedMin}
              max={LIMITS.ptzSpeedMax}
              value={speed}
              onChange={setSpeed}
              style={{ width: 170 }}
            />
          )}
        </SettingsRow>
      </div>
    </Modal>
  )
}
