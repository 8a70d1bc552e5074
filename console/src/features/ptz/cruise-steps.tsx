import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { CRUISE_LIMITS, type CruiseStep } from '@backlot/contract/ptz/calls'
import { Button, Select } from 'antd'
import { InputNumber } from '../../components/number-input.tsx'
import { useText } from '../../language/language.ts'
import { moveStep, stepTo } from './cruise-draft.ts'
import type { PtzTarget } from './ptz-commands.ts'
import { usePresets } from './use-presets.ts'
import './cruise-steps.css'

type CruiseStepsProps = {
  target: PtzTarget
  /** Given by the form. */
  value?: readonly CruiseStep[]
  onChange?: (steps: readonly CruiseStep[]) => void
}

/** Stops of a tour: presets in order, dwell time at each, speed on the way. */
export function CruiseSteps({ target, value: steps = [], onChange }: CruiseStepsProps) {
  const t = useText('video')
  const presets = usePresets(target)
  const change = (next: readonly CruiseStep[]) => onChange?.(next)
  const set = (at: number, part: Partial<CruiseStep>) =>
    change(steps.map((step, index) => (index === at ? { ...step, ...part } : step)))
  return (
    <div className="cruise-editor">
      <table aria-label={t('cruise.steps')}>
        <thead>
          <tr>
            <th>{t('cruise.at')}</th>
            <th>{t('cruise.dwell')}</th>
            <th>{t('cruise.speed')}</th>
            <th aria-label={t('cruise.order')} />
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            <tr key={at}>
              <td>
                <Select
                  value={step.presetIndex}
                  aria-label={t('cruise.at')}
                  style={{ width: '100%' }}
                  onChange={(presetIndex: number) => set(at, { presetIndex })}
                  options={presets.map((preset) => ({
                    value: preset.presetIndex,
                    label: `${preset.presetIndex} ${preset.name}`,
                  }))}
                />
              </td>
              <td>
                <InputNumber
                  min={CRUISE_LIMITS.dwellSecondsMin}
                  max={CRUISE_LIMITS.dwellSecondsMax}
                  precision={0}
                  value={step.dwellSeconds}
                  aria-label={t('cruise.dwell')}
                  onChange={(value) => value !== null && set(at, { dwellSeconds: value })}
                />
              </td>
              <td>
                <InputNumber
                  min={LIMITS.ptzSpeedMin}
                  max={LIMITS.ptzSpeedMax}
                  precision={0}
                  value={step.speed}
                  aria-label={t('cruise.speed')}
                  onChange={(value) => value !== null && set(at, { speed: value })}
                />
              </td>
              <td className="cruise-order">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={at === 0}
                  aria-label={t('cruise.stopUp', { number: at + 1 })}
                  onClick={() => change(moveStep(steps, at, -1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={at === steps.length - 1}
                  aria-label={t('cruise.stopDown', { number: at + 1 })}
                  onClick={() => change(moveStep(steps, at, 1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('cruise.removeStop', { number: at + 1 })}
                  onClick={() => change(steps.filter((_, index) => index !== at))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        disabled={steps.length >= CRUISE_LIMITS.steps || presets.length === 0}
        onClick={() => change([...steps, stepTo(presets[0]!.presetIndex)])}
      >
        {t('cruise.addStop')}
      </Button>
    </div>
  )
}
