/** Paths that show the same list with no entry open; none where no list is shown. */
export function pathsOfList(path: string): string[] {
  const [, root, view = 'view-0', source = 'all'] = path.split('/')
  if (root !== 'timeline') return []
  const list = `/timeline/${view}/${source}`
  const ofView = source === 'all' ? [`/timeline/${view}`] : []
  const home = view === 'view-0' && source === 'all' ? ['/', '/index.html', '/timeline'] : []
  return [...home, ...ofView, list, `${list}/pending`]
}
