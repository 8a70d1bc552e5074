import { addRole, addUser, deleteUser, listRoles, updateUser } from '@backlot/contract/users/calls'
import { ROLE_TYPES } from '@backlot/contract/users/constants'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

const USERS = '/systemManange/userManage'
const ROLES = '/systemManange/rolesManage'

test.describe('two administrators at one account', () => {
  test.use({ expectedErrors: /status of (404|409)/ })

  test('see who was first, and that it is gone', async ({ console: page, simulator }) => {
    const admin = await Operator.signIn(simulator.url)
    const { list: roles } = await admin.call(listRoles, { query: { type: ROLE_TYPES.viewer } })
    const person = { loginName: 'contested', name: 'Contested', roleId: roles[0]?.roleId ?? 0 }
    const { userId } = await admin.call(addUser, {
      body: { ...person, password: Operator.hash(DEMO_PASSWORD) },
    })
    await signIn(page, simulator.url, { to: `${USERS}?name=contested` })
    const row = page.getByRole('row', { name: /^contested / })
    const edit = page.getByRole('dialog', { name: 'Edit contested' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await edit.getByLabel('Name', { exact: true }).fill('Mine')
    await admin.call(updateUser, { body: { userId, name: 'Theirs' } })
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByText('Someone else has just changed this')).toBeVisible()
    await expect(edit).toContainText('Name is now “Theirs”')
    await expect(edit.getByLabel('Name', { exact: true })).toHaveValue('Mine')
    await expect(row).toContainText('Theirs')
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()

    await row.getByRole('button', { name: 'Edit' }).click()
    await expect(edit.getByLabel('Name', { exact: true })).toHaveValue('Theirs')
    await edit.getByLabel('Email').fill('contested@backlot.example')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()

    await row.getByRole('button', { name: 'Lock' }).click()
    await admin.call(deleteUser, { body: { userId } })
    await page
      .getByRole('dialog', { name: /^Lock / })
      .getByRole('button', { name: 'Lock' })
      .click()
    await expect(page.getByText('User not found')).toBeVisible()
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  })
})

test.describe('two administrators at one role', () => {
  test.use({ expectedErrors: /status of 409/ })

  test('lose nothing: the second is shown what the first changed, and saves on top of it', async ({
    console: page,
    simulator,
    browser,
  }) => {
    const admin = await Operator.signIn(simulator.url)
    const { roleId } = await admin.call(addRole, { body: { name: 'Shared role', permission: [] } })
    const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
    const inBoth = [page, other]
    for (const one of inBoth) {
      await signIn(one, simulator.url, { to: `${ROLES}?name=role` })
      await one
        .getByRole('row', { name: /^Shared role / })
        .getByRole('button', { name: 'Edit' })
        .click()
    }
    const [mine, theirs] = inBoth.map((one) => one.getByRole('dialog', { name: 'Edit role' }))
    if (!mine || !theirs) throw new Error('two dialogs')
    await mine.getByLabel('Role name').fill('My role')
    await theirs.getByLabel('Role name').fill('Their role')
    const track = theirs
      .getByRole('treeitem')
      .filter({ has: other.getByText('History track', { exact: true }) })
    await track.getByRole('checkbox').click()
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs).toBeHidden()

    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine).toContainText('Someone else has just changed this')
    await expect(mine).toContainText('Role name is now “Their role”')
    await expect(mine.getByLabel('Role name')).toHaveValue('My role')
    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine).toBeHidden()
    const { list } = await admin.call(listRoles, { query: { name: 'My role' } })
    expect(list).toMatchObject([{ roleId }])
    expect(list[0]?.permission.map(({ target }) => target)).toContain('/mapReplay')
    await other.context().close()
  })
})
