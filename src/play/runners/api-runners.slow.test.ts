import { describe } from "vitest";
import { startAimock } from "../../../test/helpers/aimock-model.ts";
import { testModel } from "../../../test/helpers/model-cases.ts";
import { formats } from "../../../test/helpers/wire-models.ts";

describe.each(formats)("%s, spoken by aimock", (format) => testModel(format, startAimock));
