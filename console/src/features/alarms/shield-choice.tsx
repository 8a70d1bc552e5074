import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { Button, Tree } from 'antd'
import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from './alarm-level-mark.tsx'
import { type AlarmTypes, useAlarmTypes } from './alarm-types.ts'
import { shieldOf, ticksOf } from './shield-keys.ts'
import './shield-choice.css'

const HEIGHT_PX = 360

/** Types of alarms as a tree of checkboxes; ticked ones are not seen live. `value` is a shield list. */
export function ShieldChoice(props: {
  id?: string
  value?: string
  onChange?: (shieldList: string) => void
}) {
  const { id, value = '', onChange } = props
  const t = useText('alarmTypes')
  const types = useAlarmTypes()
  const nodes = types.tops.flatMap((top) => [top, ...types.subTypesOf(top.type)])
  const count = value === '' ? 0 : value.split(',').length
  return (
    <div className="shield-choice" id={id}>
      <div className="shield-choice-bar">
        <span>{t('shieldCount', { count })}</span>
        <Button type="link" size="small" disabled={count === 0} onClick={() => onChange?.('')}>
          {t('shieldClear')}
        </Button>
      </div>
      <Tree
        checkable
        selectable={false}
        blockNode
        height={HEIGHT_PX}
        aria-label={t('shieldTree')}
        treeData={types.tops.map((top) => ({
          key: top.key,
          title: <Title types={types} node={top} />,
          children: types
            .subTypesOf(top.type)
            .map((sub) => ({ key: sub.key, title: <Title types={types} node={sub} /> })),
        }))}
        checkedKeys={ticksOf(value, nodes)}
        onCheck={(ticks) =>
          onChange?.(shieldOf((Array.isArray(ticks) ? ticks : ticks.checked).map(String), value, nodes))
        }
      />
      <p className="shield-choice-hint">{t('shieldHint')}</p>
    </div>
  )
}

function Title({ types, node }: { types: AlarmTypes; node: AlarmTypeNode }) {
  const { name, type, parentType } = node
  const top = parentType === '' ? type : parentType
  const sub = parentType === '' ? '' : type
  return (
    <span className="shield-choice-row">
      <AlarmLevelMark level={types.levelOf(top, sub)} colour={types.colourOf(top, sub)} />
      <span>{name}</span>
      <code>{type}</code>
    </span>
  )
}
