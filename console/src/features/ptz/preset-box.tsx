import { EditOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { type PRESET, presetRename } from '@backlot/contract/ptz/calls'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { InputNumber } from '../../components/number-input.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { rulesOf } from '../table-screen/field-rules.ts'
import { type PtzTarget, renamePreset, sendPreset } from './ptz-commands.ts'
import { presetKey, usePresets } from './use-presets.ts'

/** Preset number with Call, Set and Delete, and the presets that are set, by their names. `why`: there is no target. */
export function PresetBox({ target, why }: { target: PtzTarget | undefined; why: string }) {
  const t = useText('video')
  const cache = useQueryClient()
  const [number, setNumber] = useState<number>(LIMITS.presetMin)
  const [busy, setBusy] = useState(false)
  const [renaming, setRenaming] = useState<number>()
  const presets = usePresets(target)

  /** Shows the platform's answer (stated), else `done`. */
  const attempt = async (work: (to: PtzTarget) => Promise<string>, done: string, changes: boolean) => {
    if (!target) {
      notify.warning({ key: 'ptz', content: why })
      return
    }
    setBusy(true)
    try {
      const msg = await work(target)
      notify.success({ key: 'ptz', content: msg || done })
      if (changes) await cache.invalidateQueries({ queryKey: presetKey(target) })
    } catch (error) {
      notify.error({ key: 'ptz', content: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  const act = (action: keyof typeof PRESET, index: number) =>
    void attempt(
      (to) => sendPreset(to, action, index),
      t(`preset.done.${action}`, { number: index }),
      action !== 'call',
    )
  const rename = (index: number, before: string, typed: string) => {
    setRenaming(undefined)
    const name = typed.trim()
    if (name === '' || name === before) return
    const work = async (to: PtzTarget) => {
      await renamePreset(to, index, name)
      return ''
    }
    void attempt(work, t('preset.done.rename', { number: index }), true)
  }

  const valid = Number.isInteger(number) && number >= LIMITS.presetMin && number <= LIMITS.presetMax
  const button = (action: keyof typeof PRESET, primary = false) => (
    <Button
      size="small"
      type={primary ? 'primary' : 'default'}
      danger={action === 'delete'}
      disabled={busy || !valid}
      title={valid ? undefined : t('preset.range')}
      onClick={() => act(action, number)}
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
      {presets.length > 0 && (
        <ul className="ptz-preset-list" aria-label={t('preset.list')}>
          {presets.map(({ presetIndex, name }) => (
            <li key={presetIndex}>
              {renaming === presetIndex ? (
                <Input
                  size="small"
                  autoFocus
                  maxLength={rulesOf(presetRename.body.shape.name).maxLength}
                  defaultValue={name}
                  aria-label={t('preset.name')}
                  onFocus={(event) => event.target.select()}
                  onBlur={(event) => rename(presetIndex, name, event.target.value)}
                  onPressEnter={(event) => event.currentTarget.blur()}
                  onKeyDown={(event) => {
                    if (event.key !== 'Escape') return
                    event.stopPropagation()
                    setRenaming(undefined)
                  }}
                />
              ) : (
                <>
                  <button
                    type="button"
                    className="preset-call"
                    disabled={busy}
                    aria-pressed={presetIndex === number}
                    title={name}
                    onClick={() => {
                      setNumber(presetIndex)
                      act('call', presetIndex)
                    }}
                  >
                    <span className="preset-number">{presetIndex}</span>
                    <span className="preset-name">{name}</span>
                  </button>
                  <button
                    type="button"
                    className="preset-rename"
                    aria-label={t('preset.rename', { name })}
                    title={t('preset.rename', { name })}
                    onClick={() => setRenaming(presetIndex)}
                  >
                    <EditOutlined />
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
