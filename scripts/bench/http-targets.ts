/** 100 nodes of the device tree with everything below them: the list that consoles request repeatedly. */
export const LIST_PATH = '/deviceTreetable/list?parentId=0&childNode=1&currentPage=1&pageSize=100'
