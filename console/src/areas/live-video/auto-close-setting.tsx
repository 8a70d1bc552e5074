import { SettingOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, InputNumber, Popover } from 'antd'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'

/** The settings icon: minutes without operation after which video is paused. */
export function AutoCloseSetting() {
  const t = useText('video')
  const minutes = useSettings((settings) => settings.ptAutoCloseValue)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('autoClose.title')}
      content={
        <div className="auto-close">
          <InputNumber
            size="small"
            min={0}
            max={LIMITS.autoCloseMinutesMax}
            precision={0}
            value={minutes}
            aria-label={t('autoClose.minutes')}
            onChange={(value) => {
              if (value !== null) setSetting('ptAutoCloseValue', value)
            }}
          />
          <small>{t('autoClose.hint')}</small>
        </div>
      }
    >
      <Button
        size="small"
        type="text"
        icon={<SettingOutlined />}
        aria-label={t('autoClose.title')}
        title={t('autoClose.title')}
      />
    </Popover>
  )
}
