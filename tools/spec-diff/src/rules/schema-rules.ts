import { rules } from './rule.ts'

/** Values: types, enums, formats, patterns. Narrowing breaks requests, widening breaks responses. */
export const valueRules = rules('values', [
  [
    'type-narrowed',
    'BB',
    'NW',
    ['`{name}` takes {to} only, no longer {from}', '`{name}` is {to}, no longer {from}'],
  ],
  [
    'type-widened',
    'NN',
    'BB',
    ['`{name}` takes {to} as well, not only {from}', '`{name}` may be {to}, not only {from}'],
  ],
  [
    'type-changed',
    'BB',
    'BB',
    ['`{name}` takes {to} instead of {from}', '`{name}` is {to} instead of {from}'],
  ],
  ['text-type-added', '-N', '-B', '`{name}` is typed {to} as well; its text is the same'],
  ['text-type-removed', '-B', '-N', '`{name}` is typed {to}, no longer {from}; its text is the same'],
  ['null-added', 'NN', 'BB', ['`{name}` takes null', '`{name}` may be null']],
  ['null-removed', 'BB', 'NN', ['`{name}` no longer takes null', '`{name}` is never null any more']],
  ['list-accepted', 'NW', 'BB', '`{name}` takes a list, and a single value still'],
  ['list-refused', 'BB', 'NB', '`{name}` takes a single value, no longer a list'],
  [
    'enum-value-removed',
    'BB',
    'NB',
    ['`{name}` no longer accepts {from}', '`{name}` is never {from} any more'],
    'The type of `{name}` no longer has {from}',
  ],
  [
    'enum-value-added',
    'NN',
    'WW',
    ['`{name}` accepts {to}', '`{name}` may be {to}'],
    'The type of `{name}` has {to}: an exhaustive `switch` misses a case',
  ],
  [
    'open-enum-value-added',
    '-N',
    '-N',
    'The open enum of `{name}` lists {to}, which was accepted before',
    'The type of `{name}` names {to}',
  ],
  [
    'open-enum-value-removed',
    'WB',
    'NB',
    'The open enum of `{name}` no longer lists {from}, which is still accepted',
    'The type of `{name}` no longer names {from}',
  ],
  ['open-enum-dropped', 'WN', 'NN', '`{name}` no longer lists {from}; any string is accepted as before'],
  ['enum-set', 'BB', 'NN', ['`{name}` takes only {to}', '`{name}` is one of {to}']],
  [
    'enum-dropped',
    'NN',
    'WW',
    ['`{name}` takes any value, not only {from}', '`{name}` may be any value, not only {from}'],
  ],
  [
    'enum-opened',
    'NN',
    'WW',
    ['`{name}` is declared an open enum', '`{name}` may carry values that are not listed'],
  ],
  [
    'enum-closed',
    'BB',
    'NN',
    ['`{name}` takes listed values only, no longer any string', '`{name}` carries listed values only'],
  ],
  ['format-narrowed', 'BW', 'NW', 'The format of `{name}` is {to}, narrower than {from}'],
  ['format-widened', 'NW', 'BW', 'The format of `{name}` is {to}, wider than {from}'],
  ['format-changed', 'BW', 'BW', 'The format of `{name}` is {to} instead of {from}'],
  ['format-set', 'WW', 'NW', '`{name}` has the format {to}'],
  ['format-dropped', 'NW', 'WW', '`{name}` no longer has the format {from}'],
  ['pattern-set', 'W-', 'N-', '`{name}` matches {to}'],
  ['pattern-changed', 'W-', 'W-', '`{name}` matches {to} instead of {from}'],
  ['pattern-dropped', 'N-', 'W-', '`{name}` need not match {from} any more'],
  ['multiple-set', 'B-', 'N-', '`{name}` is a multiple of {to}'],
  ['multiple-changed', 'B-', 'B-', '`{name}` is a multiple of {to} instead of {from}'],
  ['multiple-dropped', 'N-', 'W-', '`{name}` need not be a multiple of {from}'],
  ['unique-items-set', 'B-', 'N-', 'The items of `{name}` are unique'],
  ['unique-items-dropped', 'N-', 'W-', 'The items of `{name}` may repeat'],
  ['content-encoding-changed', 'BW', 'BW', 'The text in `{name}` is encoded as {to} instead of {from}'],
  ['default-added', 'W-', 'D-', 'Without a value `{name}` is {to}'],
  ['default-changed', 'W-', 'D-', 'Without a value `{name}` is {to} instead of {from}'],
  ['default-removed', 'W-', 'D-', 'Without a value `{name}` is no longer {from}'],
  [
    'default-of-required-changed',
    'D-',
    'D-',
    'The default of `{name}`, which is required, changed from {from} to {to}',
  ],
  ['unit-changed', 'WD', 'WD', '`{name}` is measured in {to} instead of {from}'],
])

const limits = [
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['max-length', 'max'],
  ['min-length', 'min'],
  ['max-items', 'max'],
  ['min-items', 'min'],
  ['max-properties', 'max'],
  ['min-properties', 'min'],
] as const

/** Limits: four rules for each of the eight, with one pattern of verdicts. */
export const limitRules = limits.flatMap(([limit, end]) => {
  const [tighter, looser] = end === 'max' ? ['lowered', 'raised'] : ['raised', 'lowered']
  const words = limit.replace('-', ' ')
  return rules('limits', [
    [`${limit}-${tighter}`, 'B-', 'N-', `The ${words} of \`{name}\` is {to}, ${tighter} from {from}`],
    [`${limit}-${looser}`, 'N-', 'W-', `The ${words} of \`{name}\` is {to}, ${looser} from {from}`],
    [`${limit}-set`, 'W-', 'N-', `\`{name}\` has a ${words} of {to}`],
    [`${limit}-dropped`, 'N-', 'W-', `\`{name}\` no longer has a ${words} of {from}`],
  ])
})

/** Objects and arrays. */
export const structureRules = rules('structure', [
  [
    'property-removed',
    'WB',
    'BB',
    ['`{name}` is no longer described in the request', '`{name}` is gone from the response'],
    '`{name}` is gone from its type',
  ],
  [
    'refused-property-removed',
    'BB',
    'BB',
    '`{name}` is no longer accepted',
    '`{name}` is gone from its type',
  ],
  [
    'required-property-added',
    'BB',
    'NW',
    ['`{name}` must be sent', '`{name}` is in every response'],
    '`{name}` is new in its type and required',
  ],
  [
    'optional-property-added',
    'NN',
    'NN',
    ['`{name}` may be sent', '`{name}` may be in the response'],
    '`{name}` is new in its type, optional',
  ],
  [
    'unexpected-property-added',
    'NN',
    'WN',
    ['`{name}` may be sent', '`{name}` may be in a response that was declared to have no other fields'],
  ],
  [
    'property-became-required',
    'BB',
    'NW',
    ['`{name}` must be sent', '`{name}` is in every response'],
    '`{name}` is required in its type',
  ],
  [
    'property-became-optional',
    'NN',
    'BB',
    ['`{name}` need not be sent', '`{name}` may be missing from the response'],
    '`{name}` is optional in its type',
  ],
  ['read-only-set', 'WW', 'NN', ['`{name}` must not be sent any more', '`{name}` is only in responses']],
  ['read-only-lifted', 'NN', 'NN', '`{name}` is no longer read-only'],
  ['write-only-set', 'NN', 'BB', ['`{name}` is only in requests', '`{name}` is gone from the response']],
  ['write-only-lifted', 'NN', 'NN', ['`{name}` is no longer write-only', '`{name}` may be in the response']],
  [
    'others-refused',
    'BW',
    'NN',
    ['`{name}` refuses fields that are not listed', '`{name}` has no fields but the listed ones'],
  ],
  [
    'others-accepted',
    'NN',
    'NN',
    ['`{name}` accepts fields that are not listed', '`{name}` may have fields that are not listed'],
  ],
  [
    'others-described',
    'NN',
    'WN',
    [
      '`{name}` accepts fields that are not listed',
      '`{name}` may have fields that it was declared not to have',
    ],
  ],
  ['free-form-ended', 'WN', 'NN', '`{name}` lists its fields; it took any field before'],
  ['others-constrained', 'BW', 'NN', 'The other fields of `{name}` follow a schema'],
  ['others-unconstrained', 'NN', 'WW', 'The other fields of `{name}` may be anything'],
  ['items-constrained', 'BB', 'NN', 'The items of `{name}` follow a schema'],
  ['items-unconstrained', 'NN', 'WB', 'The items of `{name}` may be anything'],
  ['tuple-item-constrained', 'BB', 'NW', 'The item `{name}` follows a schema'],
  ['tuple-item-unconstrained', 'NN', 'WB', 'The item `{name}` may be anything'],
  ['name-pattern-constrained', 'BW', 'NW', 'Fields of `{name}` named like {to} follow a schema'],
  ['name-pattern-unconstrained', 'NN', 'WW', 'Fields of `{name}` named like {from} may be anything'],
  ['names-refused', 'BB', 'NW', 'Fields of `{name}` named like {from} are refused'],
  [
    'names-described',
    'NN',
    'WN',
    '`{name}` may have fields named like {to}, which it was declared not to have',
  ],
  ['schema-set', 'BB', 'NN', '`{name}` follows a schema'],
  ['schema-dropped', 'NN', 'WB', '`{name}` may be anything'],
])

/** Combinations of schemas. */
export const combinationRules = rules('combinations', [
  [
    'union-branch-removed',
    'BB',
    'NW',
    ['`{name}` no longer takes the form {from}', '`{name}` no longer has the form {from}'],
  ],
  ['union-branch-added', 'NN', 'WW', ['`{name}` takes the form {to}', '`{name}` may have the form {to}']],
  ['union-set', 'BB', 'NW', '`{name}` must have one of the forms {to}'],
  ['union-dropped', 'NN', 'WW', '`{name}` need not have one of the forms {from}'],
  ['union-kind-changed', 'WN', 'WN', '`{name}` fits {to} of its forms instead of {from}'],
  [
    'forms-overlap',
    'WN',
    'WN',
    'A value may fit other forms of `{name}` than before, and exactly one is valid',
  ],
  ['discriminator-changed', 'BB', 'BB', 'The form of `{name}` is told by {to} instead of {from}'],
  [
    'discriminator-value-removed',
    'BW',
    'NW',
    ['`{name}` no longer accepts the form named {from}', '`{name}` never has the form named {from}'],
  ],
  [
    'discriminator-value-added',
    'NN',
    'WN',
    ['`{name}` accepts the form named {to}', '`{name}` may have the form named {to}'],
  ],
  ['condition-set', 'W-', 'N-', '`{name}` has a new condition: {to}'],
  ['condition-changed', 'W-', 'W-', 'A condition of `{name}` is {to} instead of {from}'],
  ['condition-dropped', 'N-', 'W-', '`{name}` no longer has the condition {from}'],
])
