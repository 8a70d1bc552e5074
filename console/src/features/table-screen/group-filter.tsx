import { TreeSelect } from 'antd'
import { FilterField } from '../../components/filter-field.tsx'
import type { FormTreeNode } from './form-types.ts'

const WIDTH_PX = 190

type GroupFilterProps = {
  label: string
  /** Text while no group is chosen. */
  placeholder: string
  value: number | undefined
  groups: FormTreeNode[]
  onChange(nodeId: number | undefined): void
}

/** A group of the tree to filter by. */
export function GroupFilter({ label, placeholder, value, groups, onChange }: GroupFilterProps) {
  return (
    <FilterField label={label}>
      <TreeSelect
        allowClear
        showSearch={{ treeNodeFilterProp: 'title' }}
        style={{ width: WIDTH_PX }}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        treeData={groups}
        treeDefaultExpandAll
        onChange={onChange}
      />
    </FilterField>
  )
}
