/**
 * What the build writes into finished chunks. They have their names by then, and a browser keeps for good what it has under
 * a name; so how this file writes is part of the names.
 */
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** The chunks of a start, by the names that vite.config.ts gives them. */
const STARTS = ['first', 'second', 'third']
const RUNTIME = /import\s*\{([^}]*)\}\s*from\s*"\.\/rolldown-runtime-[^"]*";/

/**
 * The chunks of a start have the bundler's few helpers in them, because a file of their own is one more to wait for. And
 * their very first line has a browser compile what they call while it is fetched, beside the page, and not function by
 * function in front of the list. So this comes after all who write into a chunk.
 */
export const startAtOnce = (): Plugin =>
  writing('start-at-once', (chunks) => {
    const made = helpersMade(chunks.find(({ name }) => name === 'rolldown-runtime')?.code ?? '')
    const inside = (_whole: string, taken: string) => `const{${taken.replaceAll(' as ', ':')}}=${made};`
    for (const start of startsOf(chunks))
      start.code = `//# allFunctionsCalledOnLoad\n${start.code.replace(RUNTIME, inside)}`
  })

/** All of a file that has nothing of its own: what it hands on, and whose it is. */
const DETOUR = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/
const ASKED = /import\(["'`]\.\/([^"'`]+)["'`]\)/g

/**
 * A module that is asked for by itself but stands in a chunk with others gets a file of its own, which only hands it on
 * (rolldown's issue 9729). What is in a start's chunks is asked of those at once instead: each detour costs the page a
 * request, and four of them came right after the first list.
 */
export const noDetours = (): Plugin =>
  writing('no-detours', (chunks, bundle) => {
    const starts = startsOf(chunks).map(({ fileName }) => fileName)
    const straight = new Map<string, string>()
    for (const { code, fileName } of chunks) {
      const [, handedOn = '', other = ''] = DETOUR.exec(code) ?? []
      if (starts.includes(`assets/${other}`))
        straight.set(fileName, `import(\`./${other}\`).then(e=>({${entriesOf(handedOn, 'e.')}}))`)
    }
    for (const chunk of chunks)
      chunk.code = chunk.code.replaceAll(
        ASKED,
        (asked, name: string) => straight.get(`assets/${name}`) ?? asked,
      )
    const needed = new Set(chunks.flatMap(({ imports }) => imports))
    for (const detour of straight.keys()) if (!needed.has(detour)) delete bundle[detour]
  })

function writing(name: string, write: (chunks: readonly Chunk[], bundle: Bundle) => void): Plugin {
  const how = readFileSync(new URL(import.meta.url), 'utf8')
  return {
    name,
    enforce: 'post',
    augmentChunkHash: () => how,
    generateBundle: {
      order: 'post',
      handler: (_, bundle) =>
        write(
          Object.values(bundle).filter((one) => one.type === 'chunk'),
          bundle,
        ),
    },
  }
}

/** @throws where the build lacks one of them */
const startsOf = (chunks: readonly Chunk[]): readonly Chunk[] =>
  STARTS.map((start) => {
    const chunk = chunks.find(({ name }) => name === start)
    if (!chunk) throw new Error(`The build has no chunk called ${start}`)
    return chunk
  })

/** A module's exports as an expression. @throws where it has none */
function helpersMade(code: string): string {
  const given = /export\s*\{([^}]*)\};\s*$/.exec(code)
  if (!given?.[1]) throw new Error('The build has no helpers of its own')
  return `(()=>{${code.slice(0, given.index)}return{${entriesOf(given[1])}}})()`
}

/** What is exported, `a as b, c`, as a record's entries: `b:a,c:c`. @param of said before each value */
const entriesOf = (exported: string, of = ''): string =>
  exported
    .split(',')
    .map((one) => one.trim().split(' as '))
    .map(([inside, outside = inside]) => `${outside}:${of}${inside}`)
    .join()
