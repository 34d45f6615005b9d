/** Reads the types of the plugins' API from their source, so that the workshop checks drafts against the real API. */
import { join, relative } from 'node:path'
import type ts from 'typescript-js'
import { root } from './step.ts'

type Compiler = typeof ts

/** Declares `lectern` of both halves. */
const API = 'src/plugin-api/sandbox.ts'
/** Globals that plugins in a sandbox lack, although shared declarations name them. */
const UNAVAILABLE = [
  'node_modules/@types/react/',
  'node_modules/kysely/',
  'src/plugin-api/wire.ts',
  'src/plugin-api/wire-server.ts',
]

const optionsOf = (ts: Compiler): ts.CompilerOptions => ({
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  lib: ['lib.es2024.d.ts', 'lib.webworker.d.ts'],
  types: [],
  noEmit: true,
})

/** Files by their path from `/`: sources with the statements that the API's types need, and TypeScript's own libraries. */
export type ApiTypes = Readonly<Record<string, string>>

/**
 * Loads TypeScript only when called: Vite's configuration imports this module at every start.
 * @param removed globals that a plugin's worker does not have
 */
export async function readApiTypes(removed: readonly string[]): Promise<ApiTypes> {
  const { default: ts } = await import('typescript-js')
  const options = optionsOf(ts)
  const host = ts.createCompilerHost(options)
  const program = ts.createProgram({ rootNames: [join(root, API)], options, host })
  const api = program.getSourceFile(join(root, API))
  if (!api) throw new Error(`There is no ${API}`)
  const files: Record<string, string> = {}
  for (const [file, statements] of statementsFor(ts, program, api)) {
    if (statements.length === 0) continue
    files[virtualPath(file.fileName)] = statements.map((statement) => statement.getFullText()).join('')
    const manifest = packageOf(file.fileName)
    if (manifest) files[virtualPath(manifest)] = host.readFile(manifest) ?? ''
  }
  for (const file of program.getSourceFiles())
    if (program.isSourceFileDefaultLibrary(file))
      files[`/lib/${file.fileName.slice(file.fileName.lastIndexOf('/') + 1)}`] = without(ts, removed, file)
  return files
}

const isAvailable = ({ fileName }: ts.SourceFile): boolean =>
  !UNAVAILABLE.some((path) => relative(root, fileName).startsWith(path))

const virtualPath = (path: string): string => `/${relative(root, path)}`

/** The manifest of a file's package, by which imports of it are resolved. */
const packageOf = (path: string): string | undefined => {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
  return folder && join(folder, 'package.json')
}

/** A library without its declarations of some globals. */
const without = (ts: Compiler, removed: readonly string[], file: ts.SourceFile): string =>
  file.statements
    .filter((statement) => globalsOf(ts, statement).some((name) => removed.includes(name)))
    .reduceRight(
      (text, statement) => text.slice(0, statement.getFullStart()) + text.slice(statement.end),
      file.text,
    )

function globalsOf(ts: Compiler, statement: ts.Statement): readonly string[] {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? '']
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''))
}

/**
 * The statements that a file's exports need, in order: the declarations of what they name, transitively, with the imports and exports
 * between them. The rest of the reader is left out.
 */
function statementsFor(
  ts: Compiler,
  program: ts.Program,
  start: ts.SourceFile,
): ReadonlyMap<ts.SourceFile, readonly ts.Statement[]> {
  const checker = program.getTypeChecker()
  const needed = new Map<ts.SourceFile, Set<ts.Statement>>()
  const pending: ts.Statement[] = []

  const needFile = (file: ts.SourceFile): Set<ts.Statement> => {
    const known = needed.get(file)
    if (known) return known
    const statements = new Set<ts.Statement>()
    needed.set(file, statements)
    // Names may come through these from anywhere.
    for (const statement of file.statements)
      if (ts.isExportDeclaration(statement) && !statement.exportClause) need(statement)
    return statements
  }
  const need = (node: ts.Node): void => {
    const file = node.getSourceFile()
    if (program.isSourceFileDefaultLibrary(file) || !isAvailable(file)) return
    const statements = needFile(file)
    if (ts.isSourceFile(node)) return void node.statements.forEach(need)
    const statement = ts.findAncestor(node, (one): one is ts.Statement => ts.isSourceFile(one.parent))
    if (!statement || statements.has(statement)) return
    statements.add(statement)
    pending.push(statement)
  }
  const needSymbol = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) need(declaration)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) needSymbol(checker.getImmediateAliasedSymbol(symbol))
  }
  const resolved = (symbol: ts.Symbol | undefined) =>
    symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const isModule = (symbol: ts.Symbol | undefined) =>
    symbol?.declarations?.some((declaration) => ts.isSourceFile(declaration)) === true
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return visitModule(node)
    if (ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node)) {
      const [left, right] = ts.isQualifiedName(node) ? [node.left, node.right] : [node.expression, node.name]
      const owner = ts.isIdentifier(left) ? checker.getSymbolAtLocation(left) : undefined
      const module = resolved(owner)
      if (!module || !isModule(module)) return visit(left)
      needImport(owner)
      return needSymbol(checker.tryGetMemberInModuleExports(right.text, module))
    }
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node)
      if (isModule(resolved(symbol))) needImport(symbol)
      needSymbol(symbol)
    }
    ts.forEachChild(node, visit)
  }
  /** The import of one name of a module, and the exports that lead there, without the rest of the module. */
  const needImport = (symbol: ts.Symbol | undefined): void => {
    if (!symbol || symbol.declarations?.some(ts.isSourceFile)) return
    for (const declaration of symbol.declarations ?? []) need(declaration)
    if (symbol.flags & ts.SymbolFlags.Alias) needImport(checker.getImmediateAliasedSymbol(symbol))
  }
  const visitModule = ({ moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration): void => {
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return
    const file = checker.getSymbolAtLocation(moduleSpecifier)?.declarations?.find(ts.isSourceFile)
    if (file && isAvailable(file)) needFile(file)
  }
  start.statements.forEach(need)
  for (let next = pending.pop(); next; next = pending.pop()) visit(next)
  return new Map(
    [...needed].map(([file, some]) => [file, file.statements.filter((statement) => some.has(statement))]),
  )
}
