/** Reads the members of the API's types from their source, so that the workshop completes what plugins really have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './step.ts'

/** The types of the API that the workshop completes, and the files that declare them. */
const SOURCES = [
  'src/plugin-api/client.ts',
  'src/plugin-api/parts.ts',
  'src/plugin-api/reader.ts',
  'src/plugin-api/storage.ts',
  'src/plugin-api/formats.ts',
  'src/plugin-api/search.ts',
  'src/plugin-api/theme.ts',
  'src/plugin-api/server.ts',
  'src/local/entries.ts',
]

export type ApiMember = {
  readonly name: string
  /** As the source declares it: `entries(query: string, limit?: number): Promise<readonly FoundEntry[]>`. */
  readonly signature: string
  /** What the source says about it; may be empty. */
  readonly doc: string
}

type Node = Record<string, unknown> & { readonly type: string; readonly start: number; readonly end: number }
type Declaration = { readonly node: Node; readonly file: ParsedFile }
type ParsedFile = { readonly text: string; readonly comments: readonly Comment[] }
type Comment = { readonly value: string; readonly end: number }

const parsed = (path: string): { file: ParsedFile; body: readonly Node[] } => {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read`)
  return { file: { text, comments }, body: program.body as unknown as Node[] }
}

/** @throws where a source does not declare one of the types, or declares it in a form that is not read here */
export function readApi() {
  const types = new Map<string, Declaration>()
  for (const path of SOURCES) {
    const { file, body } = parsed(path)
    for (const statement of body) {
      const declaration = (statement['declaration'] ?? statement) as Node
      if (declaration.type !== 'TSTypeAliasDeclaration') continue
      types.set(nameOf(declaration['id']), { node: declaration['typeAnnotation'] as Node, file })
    }
  }
  const named = (name: string): ApiMember[] => {
    const declaration = types.get(name)
    if (!declaration) throw new Error(`There is no type ${name}`)
    return membersOf(declaration)
  }
  const membersOf = ({ node, file }: Declaration): ApiMember[] => {
    switch (node.type) {
      case 'TSTypeLiteral':
        return (node['members'] as Node[]).map((member) => memberOf(member, file))
      case 'TSIntersectionType':
        return (node['types'] as Node[]).flatMap((part) => membersOf({ node: part, file }))
      case 'TSTypeReference': {
        const name = nameOf(node['typeName'])
        const [from, picked] =
          ((node['typeArguments'] as Node | null)?.['params'] as Node[] | undefined) ?? []
        if (name !== 'Pick') return named(name)
        if (!from || !picked) throw new Error('A Pick without arguments')
        const names = literalsOf(picked)
        return membersOf({ node: from, file }).filter((member) => names.includes(member.name))
      }
      default:
        throw new Error(`A ${node.type} has no members`)
    }
  }
  /** The members of what a member of a type is. */
  const inside = (type: string, member: string): ApiMember[] => {
    const declaration = types.get(type)
    if (!declaration) throw new Error(`There is no type ${type}`)
    const found = literalPartsOf(declaration.node)
      .flatMap((part) => part['members'] as Node[])
      .find((one) => nameOf(one['key']) === member)
    const annotation = (found?.['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as Node | undefined
    if (!annotation) throw new Error(`${type} has no ${member}`)
    return membersOf({ node: annotation, file: declaration.file })
  }
  return {
    host: named('SandboxClientHost'),
    reader: inside('SandboxClientHost', 'reader'),
    command: named('PluginCommand'),
    toolbarItem: named('PluginToolbarItem'),
    context: named('CommandContext'),
    entry: named('EntryHead'),
    storage: named('PluginStorage'),
    feeds: named('FeedExports'),
    contentTransform: named('PluginContentTransform'),
    searchSource: named('PluginSearchSource'),
    importFormat: named('PluginImportFormat'),
    exportFormat: named('PluginExportFormat'),
    theme: named('PluginTheme'),
    serverHost: named('ServerHost'),
    caller: named('Caller'),
  } as const satisfies Record<string, readonly ApiMember[]>
}

export type PluginApiMembers = ReturnType<typeof readApi>

const nameOf = (identifier: unknown): string => (identifier as { readonly name: string }).name

/** Of a union of texts. */
const literalsOf = (node: Node): string[] =>
  node.type === 'TSUnionType'
    ? (node['types'] as Node[]).flatMap(literalsOf)
    : [(node['literal'] as { readonly value: string }).value]

const literalPartsOf = (node: Node): Node[] =>
  node.type === 'TSIntersectionType'
    ? (node['types'] as Node[]).flatMap(literalPartsOf)
    : node.type === 'TSTypeLiteral'
      ? [node]
      : []

function memberOf(member: Node, { text, comments }: ParsedFile): ApiMember {
  // A comment stands directly before what it is about.
  const comment = comments.find(
    ({ end }) => end < member.start && text.slice(end, member.start).trim() === '',
  )
  return {
    name: nameOf(member['key']),
    signature: text
      .slice(member.start, member.end)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\( | ?,? \)/g, (space) => space.trim().replace(',', ''))
      .replace(/^readonly /, ''),
    doc: (comment?.value ?? '')
      .replaceAll(/^\s*\* ?/gm, '')
      .replaceAll(/\{@link (\w+)\}/g, '$1')
      .trim(),
  }
}
