/** Hosts of source code and of questions about it. */
import { onHost, one, type Rule } from './rule.ts'

const NO_OWNER =
  /^(topics|explore|marketplace|settings|features|about|orgs|sponsors|trending|collections|search|login|pricing)$/

export const code: readonly Rule[] = [
  onHost(/^(www\.)?github\.com$/, (_, path) => {
    const [owner, repository, section, branch, ...more] = path
    if (path.at(-1)?.endsWith('.atom')) return null
    if (!owner || NO_OWNER.test(owner)) return null
    if (!repository) return one(`https://github.com/${owner}.atom`, owner)
    const name = `${owner}/${repository}`
    const home = `https://github.com/${name}`
    const named = section === 'commits' || section === 'tree' || section === 'blob' ? branch : undefined
    const releases = { url: `${home}/releases.atom`, title: `${name}: releases` }
    const tags = { url: `${home}/tags.atom`, title: `${name}: tags` }
    const below = section === 'commits' && more.length > 0 ? `/${more.join('/')}` : ''
    const commits = {
      url: named ? `${home}/commits/${named}${below}.atom` : `${home}/commits.atom`,
      title: `${name}: commits`,
    }
    if (section === 'wiki')
      return [{ url: `${home}/wiki.atom`, title: `${name}: wiki` }, releases, commits, tags]
    if (section === 'discussions')
      return [{ url: `${home}/discussions.atom`, title: `${name}: discussions` }, releases, commits, tags]
    if (section === 'tags') return [tags, releases, commits]
    return named ? [commits, releases, tags] : [releases, commits, tags]
  }),
  onHost(/^gist\.github\.com$/, (_, [owner]) =>
    owner && !owner.endsWith('.atom') ? one(`https://gist.github.com/${owner}.atom`, owner) : null,
  ),
  onHost(/^gitlab\.com$/, (url, path) => {
    const [project = ''] = path.join('/').split('/-')
    if (
      /\.atom$|format=atom/.test(url.href) ||
      project === '' ||
      /^(users|explore|help)$/.test(path[0] ?? '')
    )
      return null
    if (!project.includes('/')) return one(`https://gitlab.com/${project}.atom`, project)
    const home = `https://gitlab.com/${project}/-`
    return [
      { url: `${home}/releases.atom`, title: `${project}: releases` },
      { url: `${home}/tags?format=atom`, title: `${project}: tags` },
      { url: `https://gitlab.com/${project}.atom`, title: `${project}: activity` },
    ]
  }),
  onHost(/^(codeberg\.org|gitea\.com)$/, (url, [owner, repository]) => {
    if (!owner || /\.(rss|atom)$/.test(url.pathname) || /^(explore|user|org)$/.test(owner)) return null
    if (!repository) return one(`${url.origin}/${owner}.rss`, owner)
    return [
      { url: `${url.origin}/${owner}/${repository}/releases.rss`, title: `${owner}/${repository}: releases` },
      { url: `${url.origin}/${owner}/${repository}.rss`, title: `${owner}/${repository}: activity` },
    ]
  }),
  onHost(
    /^((www\.)?(stackoverflow|serverfault|superuser|askubuntu|stackapps)\.com|mathoverflow\.net|[\w.-]+\.stackexchange\.com|\w+\.stackoverflow\.com)$/,
    (url, [first, second, third]) => {
      if (first === 'feeds' || first === 'help') return null
      const feeds = `${url.origin}/feeds`
      if (first === 'questions' && second === 'tagged' && third) return one(`${feeds}/tag/${third}`, third)
      if ((first === 'questions' || first === 'q') && /^\d+$/.test(second ?? ''))
        return one(`${feeds}/question/${second}`)
      return first === 'users' && /^\d+$/.test(second ?? '')
        ? one(`${feeds}/user/${second}`, third ?? null)
        : one(feeds)
    },
  ),
  onHost(/^pypi\.org$/, (_, [first, name]) =>
    first === 'project' && name
      ? one(`https://pypi.org/rss/project/${name}/releases.xml`, `${name}: releases`)
      : null,
  ),
  onHost(/^(www\.)?sourceforge\.net$/, (_, [first, name]) =>
    first === 'projects' && name ? one(`https://sourceforge.net/projects/${name}/rss`, name) : null,
  ),
  onHost(/^dev\.to$/, (_, [first, second]) => {
    if (first === 't' && second) return one(`https://dev.to/feed/tag/${second}`, `#${second}`)
    return first && !/^(feed|t|tags|search|about)$/.test(first)
      ? one(`https://dev.to/feed/${first}`, first)
      : null
  }),
]
