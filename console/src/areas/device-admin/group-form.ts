import { addGroup, moveGroup, renameGroup } from '@backlot/contract/device-admin/calls'
import type { ManagedGroup } from '@backlot/contract/device-admin/entities'
import {
  describeForm,
  type FormDescription,
  type FormTreeNode,
} from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Groups as a tree, without one of them and its children. */
export function groupNodes(groups: readonly ManagedGroup[], without?: number): FormTreeNode[] {
  const nodes = new Map<number, FormTreeNode>()
  const tops: FormTreeNode[] = []
  for (const { id, parentId, name } of groups) {
    if (id === without || (parentId !== 0 && !nodes.has(parentId))) continue
    const node = { value: id, title: name, children: [] }
    nodes.set(id, node)
    const siblings = nodes.get(parentId)?.children ?? tops
    siblings.push(node)
  }
  return tops
}

export function addGroupForm(t: Translate<'deviceAdmin'>, parent: ManagedGroup | undefined): FormDescription {
  const toBody = ({ name }: { name: string }) => ({ parentId: parent?.id ?? 0, name })
  return describeForm<{ name: string }>({
    title: parent ? t('groups.addBelow', { name: parent.name }) : t('groups.addTop'),
    okText: t('create'),
    fields: [{ kind: 'text', name: 'name', label: t('name') }],
    initial: { name: '' },
    schema: addGroup.body,
    toBody,
    async save(entry) {
      await request(addGroup, { body: addGroup.body.parse(toBody(entry)) })
      return t('groups.added', { name: entry.name.trim() })
    },
  })
}

export function renameGroupForm(t: Translate<'deviceAdmin'>, group: ManagedGroup): FormDescription {
  const { id, version } = group
  const toBody = ({ name }: { name: string }) => ({ id, version, name })
  return describeForm<{ name: string }>({
    title: t('groups.renameTitle', { name: group.name }),
    okText: t('save'),
    fields: [{ kind: 'text', name: 'name', label: t('name') }],
    initial: { name: group.name },
    editing: true,
    schema: renameGroup.body,
    toBody,
    async save(entry) {
      await request(renameGroup, { body: renameGroup.body.parse(toBody(entry)) })
      return t('groups.saved', { name: entry.name.trim() })
    },
  })
}

/** A new parent: any group but itself and those below it; the top for who sees everything. */
export function moveGroupForm(
  t: Translate<'deviceAdmin'>,
  group: ManagedGroup,
  groups: readonly ManagedGroup[],
  mayUseTop: boolean,
): FormDescription {
  const { id, version } = group
  const below = groupNodes(groups, id)
  const nodes = mayUseTop ? [{ value: 0, title: t('groups.top'), children: below }] : below
  const toBody = ({ parentId }: { parentId: number }) => ({ id, version, parentId })
  return describeForm<{ parentId: number }>({
    title: t('groups.moveTitle', { name: group.name }),
    okText: t('move'),
    fields: [{ kind: 'tree', name: 'parentId', label: t('groups.parent'), nodes }],
    initial: { parentId: group.parentId },
    editing: true,
    schema: moveGroup.body,
    toBody,
    async save(entry) {
      await request(moveGroup, { body: moveGroup.body.parse(toBody(entry)) })
      return t('groups.moved', { name: group.name })
    },
  })
}
