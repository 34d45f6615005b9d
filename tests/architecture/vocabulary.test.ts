import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { files, top } from './imports.ts'

/** Words that the code once used for technical ideas, each with the standard one. */
const refusedInExports: Readonly<Record<string, string>> = {
  asked: 'requested',
  told: 'notified, received',
  heard: 'received',
  kept: 'stored, cached, persisted',
  given: 'options, input',
  said: 'message, input',
  wish: 'request',
  deed: 'action',
  held: 'current value',
  errand: 'effect',
  crew: 'tab leader',
  patience: 'timeout',
  upheaval: 'crash test',
  unkept: 'write-ahead log',
  squeeze: 'compress',
  zeros: 'NUL characters',
  climb: 'run migrations',
  noun: 'resource',
  purse: 'account pair',
  seat: 'process lease',
  words: 'translations, text',
}
/** Type names that once meant something else in every file. */
const refusedTypes = ['Given', 'Words', 'Place', 'Found', 'Told', 'Kept', 'Waiting', 'Wish', 'Asked', 'Said']

/** Where a word is meant as a word: of a text that is indexed, and the encoded words of RFC 2047. */
const exceptions = ['indexWords', 'encoded-words']

/** `wordCount` is `word`, `count`. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/[-_$.]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')

const sources = files.map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') }))
const exportedNames = sources.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) ([\w$]+)/gm,
    ),
  ].map(([, name = '']) => ({ file, name })),
)
const isRefused = (name: string) =>
  !exceptions.includes(name) && partsOf(name).some((part) => part in refusedInExports)

/** Words refused as names of properties and parameters, each with the standard one. */
const refusedInMembers: Readonly<Record<string, string>> = {
  told: 'notified, received',
  heard: 'received',
  given: 'input, options',
  held: 'current, stored',
  wish: 'request',
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodesIn = (value: unknown): Node[] =>
  Object.values(isNode(value) ? value : {})
    .flat()
    .filter(isNode)
const nameOf = (node: unknown): string[] => (isNode(node) && typeof node.name === 'string' ? [node.name] : [])

/** The names of a parameter: its own, or the properties that it destructures, and those of its type. */
function namesOfParameter(node: unknown): string[] {
  if (!isNode(node)) return []
  const own =
    node.type === 'AssignmentPattern'
      ? namesOfParameter(node.left)
      : node.type === 'RestElement'
        ? namesOfParameter(node.argument)
        : node.type === 'TSParameterProperty'
          ? namesOfParameter(node.parameter)
          : node.type === 'ObjectPattern'
            ? nodesIn(node.properties).flatMap((property) => nameOf(property.key))
            : nameOf(node)
  return [...own, ...namesOfType(node.typeAnnotation)]
}

/** The names of the properties, methods and parameters in a type, at any depth. */
function namesOfType(node: unknown): string[] {
  if (!isNode(node)) return []
  if (typeof node.type === 'string' && /^TS(Property|Method)Signature$/.test(node.type))
    return [
      ...nameOf(node.key),
      ...nodesIn(node.params).flatMap(namesOfParameter),
      ...namesOfType(node.typeAnnotation),
      ...namesOfType(node.returnType),
    ]
  if (node.type === 'TSFunctionType')
    return [...nodesIn(node.params).flatMap(namesOfParameter), ...namesOfType(node.returnType)]
  return nodesIn(node).flatMap(namesOfType)
}

/** The names that an exported declaration shows to its callers: properties of types and classes, parameters of functions. */
function memberNames(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return namesOfType(node)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return nodesIn(node.params).flatMap(namesOfParameter)
    case 'VariableDeclaration':
      return nodesIn(node.declarations).flatMap(({ init }) => memberNames(init))
    case 'ClassDeclaration':
      return isNode(node.body)
        ? nodesIn(node.body.body).flatMap(({ key, value }) => [...nameOf(key), ...memberNames(value)])
        : []
    default:
      return []
  }
}

const exportedMembers = sources.flatMap(({ file, text }) =>
  parseSync(file, text).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? memberNames(statement.declaration).map((name) => ({ file, name }))
      : [],
  ),
)

test('all sources were read', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(exportedNames.length).toBeGreaterThan(2000)
  expect(exportedMembers.length).toBeGreaterThan(5000)
  console.info(
    `vocabulary: ${files.length} files, ${exportedNames.length} exported names, ${exportedMembers.length} properties and parameters`,
  )
})

test('no exported name contains a refused word', () => {
  const wrong = exportedNames.filter(({ name }) => isRefused(name))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no file name contains a refused word', () => {
  expect(files.filter((file) => isRefused(basename(file).replace(/\.tsx?$/, '')))).toEqual([])
})

test('no exported type has a meaningless name', () => {
  const wrong = exportedNames.filter(({ name }) => refusedTypes.includes(name))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no property of an exported type and no parameter of an exported function has a refused name', () => {
  const wrong = exportedMembers.filter(({ name }) =>
    partsOf(name).some((part) => Object.hasOwn(refusedInMembers, part)),
  )
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
