/* A layer whose form its structure tells: what is the same for all elements is asked for each. */
struct layer {
    int inputs, outputs;
    int has_bias, clips;
    float *weights, *bias;
};

void flagged_layer(struct layer *l, int batch, const float *in, float *out)
{
    int b, o, i;
    for (b = 0; b < batch; b++)
        for (o = 0; o < l->outputs; o++) {
            float sum = 0;
            for (i = 0; i < l->inputs; i++)
                sum += l->weights[o*l->inputs + i] * in[b*l->inputs + i];
            if (l->has_bias)
                sum += l->bias[o];
            if (l->clips)
                sum = sum > 0 ? sum : 0;
            out[b*l->outputs + o] = sum;
        }
}
