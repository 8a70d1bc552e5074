import { updateShieldList } from '@backlot/contract/alarms/calls'
import { Button, Modal, Switch } from 'antd'
import { useState } from 'react'
import { InputNumber } from '../../components/number-input.tsx'
import { tryTone, useSoundPermission } from '../../features/alarms/alarm-sound.ts'
import { OwnShieldButton } from '../../features/alarms/own-shield-button.tsx'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { DEFAULT_SETTINGS, setSetting, useSettings } from '../../platform/settings-store.ts'
import { useMayCall } from '../../session/may-call.ts'
import type { AccountDialogProps } from './account-dialog.tsx'
import { SettingsRow } from './settings-row.tsx'
import './account.css'

const TIPS_SECONDS_MAX = 60
const SWITCHES = ['alarmPopupWindow', 'sosVideoPopup', 'alarmPromptTone'] as const

/** Alarm settings of this browser: popup, SOS popup, tone and how long tips stay. */
export function AlarmSettingsDialog({ title, onClose }: AccountDialogProps) {
  const t = useText('account')
  const shield = useText('alarmTypes')
  const mayCall = useMayCall()
  const settings = useSettings()
  const [draft, setDraft] = useState({
    alarmPopupWindow: settings.alarmPopupWindow,
    sosVideoPopup: settings.sosVideoPopup,
    alarmPromptTone: settings.alarmPromptTone,
  })
  const granted = useSoundPermission((permission) => permission.granted)
  const [seconds, setSeconds] = useState<number | null>(settings.alarmTipsTime)
  const save = () => {
    for (const key of SWITCHES) setSetting(key, draft[key])
    setSetting('alarmTipsTime', seconds ?? DEFAULT_SETTINGS.alarmTipsTime)
    onClose()
  }
  const tryIt = () =>
    void tryTone('alert', Math.min(1, settings.speakerVolume / 100)).catch((error: unknown) =>
      noteProblem('alarm sound', String(error)),
    )
  return (
    <Modal open width={460} title={title} okText={t('save')} onOk={save} onCancel={onClose}>
      <div className="settings-rows">
        {SWITCHES.map((key) => (
          <SettingsRow
            key={key}
            label={t(`settings.${key}`)}
            hint={t(key === 'alarmPromptTone' && !granted ? 'settings.soundLocked' : `settings.${key}Hint`)}
          >
            {(id) => (
              <>
                {key === 'alarmPromptTone' && (
                  <Button size="small" type="text" onClick={tryIt}>
                    {t('settings.tryTone')}
                  </Button>
                )}
                <Switch
                  aria-labelledby={id}
                  checked={draft[key]}
                  onChange={(on) => setDraft({ ...draft, [key]: on })}
                />
              </>
            )}
          </SettingsRow>
        ))}
        <SettingsRow label={t('settings.alarmTipsTime')} hint={t('settings.alarmTipsTimeHint')}>
          {(id) => (
            <InputNumber
              aria-labelledby={id}
              min={1}
              max={TIPS_SECONDS_MAX}
              precision={0}
              value={seconds}
              onChange={setSeconds}
              suffix={t('settings.seconds')}
              style={{ width: 130 }}
            />
          )}
        </SettingsRow>
        {mayCall(updateShieldList) && (
          <SettingsRow label={shield('ownShield')} hint={shield('ownShieldHint')}>
            {(id) => <OwnShieldButton labelledBy={id} />}
          </SettingsRow>
        )}
      </div>
    </Modal>
  )
}
