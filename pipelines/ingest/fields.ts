/** Fields of tables as zod reads them: every field arrives as text, and "none" becomes null. */
import { z } from "zod";
import { type DateForm, parseCount, parseDate, parsePythonList, textOrNull } from "./upstream-values.ts";

/** A number of up to 19 digits that stays text: JavaScript's numbers would round it. */
export const idField = z.string().regex(/^\d{1,19}$/, "expected a whole number of up to 19 digits");

/** Text that may be missing. */
export const textField = z.string().transform(textOrNull);

/** A count in any of the sources' forms. Missing is null; what is no count is refused. */
export const countField = z.string().transform((text, context) => {
  if (textOrNull(text) === null) return null;
  const value = parseCount(text);
  if (value === null || value < 0) {
    context.addIssue({ code: "custom", message: "expected a count such as 2,503, 142.4M or 731.48万" });
    return z.NEVER;
  }
  return value;
});

/** A plain number, sign and fraction allowed. Missing is null. */
export const numberField = z.string().transform((text, context) => {
  const present = textOrNull(text);
  if (present === null) return null;
  const value = Number(present);
  if (!Number.isFinite(value)) {
    context.addIssue({ code: "custom", message: "expected a number" });
    return z.NEVER;
  }
  return value;
});

/** A date in one form. Missing is null; another form is refused. */
export function dateField(form: DateForm) {
  return z.string().transform((text, context) => {
    if (textOrNull(text) === null) return null;
    const date = parseDate(text, form);
    if (date === null) {
      context.addIssue({ code: "custom", message: `expected a date of the form "${form}"` });
      return z.NEVER;
    }
    return date;
  });
}

/** A list as Python prints it. Missing is an empty list. */
export const pythonListField = z.string().transform((text, context) => {
  if (textOrNull(text) === null) return [];
  const items = parsePythonList(text);
  if (items === null) {
    context.addIssue({ code: "custom", message: "expected a list such as ['a', 'b']" });
    return z.NEVER;
  }
  return items;
});

/** Names and values without those that are missing. */
export function present<T>(values: Readonly<Record<string, T | null>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, T] => entry[1] !== null));
}
