import type { SpanFilter, TableFilter } from './filter-types.ts'
import type { FormTreeNode } from './form-types.ts'

/** A value of a filter in words; what has no name is shown as it is. */
export function filterText(filter: Exclude<TableFilter, SpanFilter>, value: string): string {
  switch (filter.kind) {
    case 'text':
      return value
    case 'choice':
      return optionText(filter.options, value)
    case 'many':
      return value
        .split(',')
        .map((one) => optionText(filter.options, one))
        .join(', ')
    case 'tree':
      return nodeTitle(filter.nodes, value) ?? value
    case 'custom':
      return filter.text(value)
  }
}

function optionText(options: readonly { value: string | number; label: string }[], value: string): string {
  return options.find((option) => String(option.value) === value)?.label ?? value
}

function nodeTitle(nodes: readonly FormTreeNode[], value: string): string | undefined {
  for (const node of nodes) {
    const title = String(node.value) === value ? node.title : nodeTitle(node.children, value)
    if (title !== undefined) return title
  }
  return undefined
}
