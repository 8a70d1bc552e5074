import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { CRUISE_LIMITS, type Cruise, type CruiseStep } from '@backlot/contract/ptz/calls'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { InputNumber } from '../number-input.tsx'
import { moveStep, stepTo } from './cruise-draft.ts'
import type { Preset } from './ptz-commands.ts'

type CruiseEditorProps = {
  cruise: Cruise
  presets: readonly Preset[]
  onSave: (cruise: Cruise) => void
  onCancel: () => void
}

/** Name and stops of a cruise: which presets in which order, how long at each, how fast there. */
export function CruiseEditor({ cruise, presets, onSave, onCancel }: CruiseEditorProps) {
  const t = useText('video')
  const [name, setName] = useState(cruise.name)
  const [steps, setSteps] = useState<readonly CruiseStep[]>(cruise.steps)
  const set = (at: number, change: Partial<CruiseStep>) =>
    setSteps(steps.map((step, index) => (index === at ? { ...step, ...change } : step)))
  const why = name.trim() === '' ? t('cruise.needsName') : steps.length === 0 ? t('cruise.needsStop') : ''

  return (
    <Modal
      open
      width={520}
      title={t('cruise.editTitle', { number: cruise.cruiseIndex })}
      okText={t('cruise.save')}
      cancelText={t('cruise.cancel')}
      okButtonProps={{ disabled: why !== '', title: why }}
      onOk={() => onSave({ ...cruise, name: name.trim(), steps: [...steps] })}
      onCancel={onCancel}
    >
      <div className="cruise-editor">
        <Input
          value={name}
          maxLength={32}
          aria-label={t('cruise.name')}
          onChange={(event) => setName(event.target.value)}
        />
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
                    aria-label={t('menu.up')}
                    onClick={() => setSteps(moveStep(steps, at, -1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    disabled={at === steps.length - 1}
                    aria-label={t('menu.down')}
                    onClick={() => setSteps(moveStep(steps, at, 1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('cruise.removeStop')}
                    onClick={() => setSteps(steps.filter((_, index) => index !== at))}
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
          onClick={() => setSteps([...steps, stepTo(presets[0]!.presetIndex)])}
        >
          {t('cruise.addStop')}
        </Button>
      </div>
    </Modal>
  )
}
