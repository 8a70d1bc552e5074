import { LIMITS } from '@backlot/contract/limits'
import type { PRESET } from '@backlot/contract/ptz/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, InputNumber } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { loadPresets, type PtzTarget, sendPreset } from './ptz-commands.ts'

/** Preset number with Call, Set and Delete, and the names of the presets that are set. */
export function PresetBox({ target }: { target: PtzTarget | undefined }) {
  const t = useText('video')
  const { message } = App.useApp()
  const cache = useQueryClient()
  const [number, setNumber] = useState<number>(LIMITS.presetMin)
  const [busy, setBusy] = useState(false)
  const queryKey = ['presets', target?.sn, target?.chnId]
  const presets = useQuery({
    queryKey,
    queryFn: () => loadPresets(target!),
    enabled: target !== undefined,
  })

  const act = async (action: keyof typeof PRESET, index: number) => {
    if (!target) {
      message.warning({ key: 'ptz', content: t('ptz.focusNoPlayVideo') })
      return
    }
    setBusy(true)
    try {
      await sendPreset(target, action, index)
      message.success({ key: 'ptz', content: t(`preset.done.${action}`, { number: index }) })
      if (action !== 'call') await cache.invalidateQueries({ queryKey })
    } catch (error) {
      message.error({ key: 'ptz', content: errorText(error) })
    } finally {
      setBusy(false)
    }
  }

  const valid = Number.isInteger(number) && number >= LIMITS.presetMin && number <= LIMITS.presetMax
  const button = (action: keyof typeof PRESET, primary = false) => (
    <Button
      size="small"
      type={primary ? 'primary' : 'default'}
      danger={action === 'delete'}
      disabled={busy || !valid}
      title={valid ? undefined : t('preset.range')}
      onClick={() => void act(action, number)}
    >
      {t(`preset.${action}`)}
    </Button>
  )

  return (
    <div className="ptz-presets">
      <div className="ptz-preset-line">
        <InputNumber
          size="small"
          min={LIMITS.presetMin}
          max={LIMITS.presetMax}
          precision={0}
          value={number}
          aria-label={t('preset.number')}
          onChange={(value) => setNumber(value ?? 0)}
        />
        {button('call', true)}
        {button('set')}
        {button('delete')}
      </div>
      {presets.data && presets.data.length > 0 && (
        <ul className="ptz-preset-list" aria-label={t('preset.list')}>
          {presets.data.map((preset) => (
            <li key={preset.presetIndex}>
              <button
                type="button"
                disabled={busy}
                aria-pressed={preset.presetIndex === number}
                onClick={() => {
                  setNumber(preset.presetIndex)
                  void act('call', preset.presetIndex)
                }}
              >
                <span className="preset-number">{preset.presetIndex}</span>
                {preset.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
