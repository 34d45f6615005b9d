/** TypeScript's language service for the two halves of a draft: JavaScript, checked against the types of the plugins' API. */
import ts from 'typescript-js'
import files from 'virtual:plugin-api'
import type { Completion, Details, Half, Problem, TypeService } from './type-service.ts'

/** Members up to this number have their types in the list; of a longer one only the chosen one's are shown. */
const MAX_DETAILED = 100
const DRAFT = '/draft.js'

/** What each half finds where it runs. */
const halves: Readonly<Record<Half, { readonly lib: readonly string[]; readonly lectern: string }>> = {
  client: { lib: ['lib.es2024.d.ts', 'lib.webworker.d.ts'], lectern: 'ClientLectern' },
  server: { lib: ['lib.es2024.d.ts'], lectern: 'ServerLectern' },
}

/** @param messages of TypeScript in another language, by their keys; its own are English */
export function createTypeService(messages?: Readonly<Record<string, string>>): TypeService {
  const services = new Map<Half, ReturnType<typeof serviceOf>>()
  const withCode = (half: Half, code: string) => {
    const known = services.get(half) ?? serviceOf(half, messages)
    services.set(half, known)
    known.change(code)
    return known.service
  }
  const detailsOf = (service: ts.LanguageService, position: number, name: string): Details | null => {
    const details = service.getCompletionEntryDetails(
      DRAFT,
      position,
      name,
      {},
      undefined,
      undefined,
      undefined,
    )
    if (!details) return null
    const at = details.displayParts.findIndex(({ text }) => text === name)
    return {
      type: oneLine(textOf(details.displayParts.slice(at + 1))),
      text: documentation(details.documentation, details.tags),
    }
  }
  return {
    problems(half, code) {
      const service = withCode(half, code)
      return [...service.getSyntacticDiagnostics(DRAFT), ...service.getSemanticDiagnostics(DRAFT)].map(
        problemOf,
      )
    },
    completions(half, code, position) {
      const service = withCode(half, code)
      const found = service.getCompletionsAtPosition(DRAFT, position, {})
      if (!found) return null
      const isShort = found.entries.length <= MAX_DETAILED
      return found.entries
        .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
        .map(({ name, kind, sortText }): Completion => {
          const details = isShort ? detailsOf(service, position, name) : null
          return { name, kind, sortText, ...(details && { details }) }
        })
    },
    details: (half, code, position, name) => detailsOf(withCode(half, code), position, name),
    explanation(half, code, position) {
      const info = withCode(half, code).getQuickInfoAtPosition(DRAFT, position)
      if (!info) return null
      const { start, length } = info.textSpan
      return {
        from: start,
        to: start + length,
        type: textOf(info.displayParts),
        text: documentation(info.documentation, info.tags),
      }
    },
  }
}

function serviceOf(half: Half, messages?: Readonly<Record<string, string>>) {
  const { lib, lectern } = halves[half]
  const globals = `declare const lectern: import('/src/plugin-api/sandbox.ts').${lectern}`
  const fixed: Readonly<Record<string, string>> = { ...files, '/globals.d.ts': globals }
  let code = ''
  let version = 0
  const textAt = (path: string) => (path === DRAFT ? code : fixed[path])
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    // Its names are its own, and no globals'.
    moduleDetection: ts.ModuleDetectionKind.Force,
    lib: [...lib],
    types: [],
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    // Authors of JavaScript need not declare the types of their own functions.
    noImplicitAny: false,
    useUnknownInCatchVariables: false,
  }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [DRAFT, '/globals.d.ts'],
    getScriptVersion: (path) => (path === DRAFT ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const text = textAt(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib/lib.d.ts',
    fileExists: (path) => textAt(path) !== undefined,
    readFile: textAt,
    ...(messages && { getLocalizedDiagnosticMessages: () => messages }),
  })
  const change = (text: string) => {
    if (text === code) return
    code = text
    version += 1
  }
  return { service, change }
}

const textOf = (parts: readonly ts.SymbolDisplayPart[] = []): string => parts.map(({ text }) => text).join('')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** What the source says about it: its text, then its tags as they stand there. */
const documentation = (
  text: readonly ts.SymbolDisplayPart[] = [],
  tags: readonly ts.JSDocTagInfo[] = [],
): string =>
  [textOf(text), ...tags.map((tag) => `@${tag.name} ${textOf(tag.text)}`)]
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(/\{@link (\w+) ?\}/g, '$1')

function problemOf({ start = 0, length = 0, messageText, category }: ts.Diagnostic): Problem {
  return {
    from: start,
    to: start + length,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    isError: category === ts.DiagnosticCategory.Error,
  }
}
