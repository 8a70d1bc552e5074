import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'

/** Ticks of the tree of types for a shield list: a type means all its sub-types. */
export function ticksOf(shieldList: string, nodes: readonly AlarmTypeNode[]): string[] {
  const listed = new Set(shieldList.split(',').filter((key) => key !== ''))
  return nodes
    .filter(({ key, parentType }) => listed.has(key) || (parentType !== '' && listed.has(parentType)))
    .map(({ key }) => key)
}

/** The shield list of ticks, shortest: wholly ticked types by themselves. Types unknown to the tree stay. */
export function shieldOf(ticks: readonly string[], before: string, nodes: readonly AlarmTypeNode[]): string {
  const ticked = new Set(ticks)
  const known = new Set(nodes.map(({ key }) => key))
  const kept = before.split(',').filter((key) => key !== '' && !known.has(key))
  const below = (type: string) => nodes.filter(({ parentType }) => parentType === type)
  const chosen = nodes
    .filter(({ nodeType }) => nodeType === 0)
    .flatMap((top) => {
      const subs = below(top.type)
      const whole = subs.length === 0 ? ticked.has(top.key) : subs.every(({ key }) => ticked.has(key))
      return whole ? [top.key] : subs.filter(({ key }) => ticked.has(key)).map(({ key }) => key)
    })
  return [...chosen, ...kept].join(',')
}
