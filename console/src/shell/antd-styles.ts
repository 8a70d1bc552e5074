import { createCache } from '@ant-design/cssinjs'

/**
 * antd's styles, kept once they are there. By itself antd takes the variables of a component out of the page with its
 * last instance, and computes its styles anew for the next one: at each change of screens, for every component, and
 * each makes the browser look up the styles of the whole page again.
 */
export const antdStyles = createCache()

const update = antdStyles.opUpdate.bind(antdStyles)
// One use more than there are: the last one never ends.
antdStyles.opUpdate = (path, change) =>
  update(path, (before) => {
    const after = change(before)
    return before || !after ? after : [after[0] + 1, after[1]]
  })
