import { SettingOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Popover, Switch } from 'antd'
import { useRef } from 'react'
import { InputNumber } from '../../components/number-input.tsx'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'

/** The settings icon: whether video ends by itself without operation, and after how many minutes. 0 minutes: it does not. */
export function AutoCloseSetting() {
  const t = useText('video')
  const minutes = useSettings((settings) => settings.ptAutoCloseValue)
  const isOn = minutes > 0
  const last = useRef<number>(LIMITS.autoCloseMinutesDefault)
  if (isOn) last.current = minutes
  const label = t('autoClose.title')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={label}
      content={
        <div className="auto-close">
          <div>
            <Switch
              size="small"
              checked={isOn}
              aria-label={label}
              onChange={(on) => setSetting('ptAutoCloseValue', on ? last.current : 0)}
            />
            <InputNumber
              size="small"
              min={LIMITS.idleCloseMinutesMin}
              max={LIMITS.autoCloseMinutesMax}
              precision={0}
              disabled={!isOn}
              value={isOn ? minutes : last.current}
              aria-label={t('autoClose.minutes')}
              suffix={t('autoClose.unit')}
              onChange={(value) => {
                if (value !== null) setSetting('ptAutoCloseValue', value)
              }}
            />
          </div>
          <small>{t('autoClose.hint')}</small>
        </div>
      }
    >
      <Button size="small" type="text" icon={<SettingOutlined />} aria-label={label} title={label} />
    </Popover>
  )
}
